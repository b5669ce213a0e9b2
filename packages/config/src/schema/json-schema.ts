/** The JSON Schema of one of the two files, for editors (draft 2020-12). Loaded on first use. */
export async function configJsonSchema(file: 'operator' | 'harness'): Promise<Readonly<Record<string, unknown>>> {
  const loaded =
    file === 'operator'
      ? await import('./operator-config.generated.json', { with: { type: 'json' } })
      : await import('./harness-config.generated.json', { with: { type: 'json' } });
  return loaded.default;
}
