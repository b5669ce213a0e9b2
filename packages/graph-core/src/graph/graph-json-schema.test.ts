import { toJsonSchema } from '@valibot/to-json-schema';
import { expect, it } from 'vitest';
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
