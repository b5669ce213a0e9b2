import { toJsonSchema } from '@valibot/to-json-schema';
import { expect, it } from 'vitest';
import { HarnessFileSchema } from '../harness/harness-schema.ts';
import { OperatorFileSchema } from '../operator/operator-schema.ts';
import { configJsonSchema } from './json-schema.ts';

const options = { typeMode: 'input', errorMode: 'ignore', target: 'draft-2020-12' } as const;

it.each([
  ['operator', OperatorFileSchema],
  ['harness', HarnessFileSchema],
] as const)(
  'the checked-in schema of the %s file follows its declaration (update with vitest -u)',
  async (file, schema) => {
    const title = `the-loop ${file} configuration`;
    const generated = `${JSON.stringify({ title, ...toJsonSchema(schema, options) }, null, 2)}\n`;
    await expect(generated).toMatchFileSnapshot(`./${file}-config.generated.json`);
    expect(await configJsonSchema(file)).toMatchObject({ title, type: 'object', additionalProperties: false });
  },
);
