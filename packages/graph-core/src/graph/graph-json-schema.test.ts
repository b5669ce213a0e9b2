import { readFile } from 'node:fs/promises';
import { toJsonSchema } from '@valibot/to-json-schema';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { graphJsonSchema } from './graph-json-schema.ts';
import { createGraphSchema } from './graph-schema.ts';

it('ships the schema that graphs are checked with; `vitest -u` writes it anew', async () => {
  const schema = toJsonSchema(createGraphSchema(), { typeMode: 'input' });
  const titled = { title: 'Process graph of the-loop', ...schema };
  await expect(`${JSON.stringify(titled, null, 2)}\n`).toMatchFileSnapshot('./graph-schema.generated.json');
});

it('refuses unknown keys and lists the actors', () => {
  expect(graphJsonSchema).toMatchObject({ type: 'object', additionalProperties: false });
  expect(JSON.stringify(graphJsonSchema)).toContain('"enum":["agent","human","code"]');
});

it('is a file of the package, which editors find by its path', async () => {
  const { default: schema } = (await import('@the-loop/graph-core/graph.schema.json', { with: { type: 'json' } })) as {
    default: unknown;
  };
  expect(schema).toEqual(graphJsonSchema);
  const published = packageJson.publishConfig.exports['./graph.schema.json'];
  expect(published).toBe(packageJson.exports['./graph.schema.json'].default);
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(
    `# yaml-language-server: $schema=node_modules/@the-loop/graph-core/${published.replace('./', '')}`,
  );
});
