/** A field with the first value that says something; absent where none does, as `exactOptionalPropertyTypes` wants it. */
export function given<Key extends string, Value extends string | number>(
  key: Key,
  ...values: readonly (Value | null | undefined)[]
): { readonly [K in Key]?: Value } {
  const value = values.find((candidate) => candidate !== undefined && candidate !== null && candidate !== '');
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]: Value });
}
