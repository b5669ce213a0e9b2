import {
  configJsonSchema,
  renderDefaultHarnessConfig,
  renderDefaultOperatorConfig,
} from '../../packages/config/src/index.ts';
import { cell, page, table } from './markdown-page.ts';

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

const INTRODUCTION = `Two files. The operator's decides who may command, what runs and where; a repository's guides the work on itself and can
decide none of that. Check both with \`the-loop config check\`, which names every problem with its line. Secrets stand in neither:
keys that end in \`Env\` hold the name of an environment variable.

The operator's file is the first of \`--config\`, \`$THE_LOOP_CONFIG\` and \`config.yaml\` in the state root; layers are not merged. The
state root is \`$THE_LOOP_STATE\`, else the platform's folder for a user's state (on Linux \`~/.local/state/the-loop\`).`;

/** Both configuration files: every key with type and default, and the files that \`init\` writes. */
export async function configPage(): Promise<string> {
  return page('Configuration', INTRODUCTION, [
    '## The operator: `config.yaml`',
    keys(await configJsonSchema('operator')),
    'What `the-loop init` writes:',
    yaml(renderDefaultOperatorConfig()),
    '## A repository: `.the-loop/harness-config.yaml`',
    keys(await configJsonSchema('harness')),
    'What `the-loop init` writes:',
    yaml(renderDefaultHarnessConfig({ owner: 'octo', repo: 'app' })),
  ]);
}

function yaml(text: string): string {
  return `\`\`\`yaml\n${text.trimEnd()}\n\`\`\``;
}

function keys(schema: Schema): string {
  return table(['Key', 'Value', 'Default'], rowsOf('', schema));
}

function rowsOf(path: string, schema: Schema): string[][] {
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([name, child]) =>
      rowsOf(path === '' ? name : `${path}.${name}`, child),
    );
  }
  const values = schema.additionalProperties;
  if (typeof values === 'object') {
    const below = rowsOf(`${path}.<name>`, values);
    return values.properties === undefined ? below.map(([key = '', value = '']) => [key, value, '–']) : below;
  }
  return [[`\`${path}\``, cell(describe(schema)), defaultOf(schema)]];
}

function describe(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.join(', ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return either.map(describe).join(', or ');
  if (schema.items !== undefined) return `list of: ${describe(schema.items)}`;
  if (schema.properties !== undefined)
    return `mapping of ${Object.entries(schema.properties)
      .map(([name, child]) => `${name} (${describe(child)})`)
      .join(', ')}`;
  return rangeOf(schema);
}

function rangeOf({ type, minimum, maximum }: Schema): string {
  if (type === 'integer' && minimum !== undefined && maximum !== undefined)
    return maximum === Number.MAX_SAFE_INTEGER ? `integer from ${minimum}` : `integer, ${minimum} to ${maximum}`;
  return type ?? 'anything';
}

function defaultOf({ default: value }: Schema): string {
  if (value === undefined) return '–';
  return `\`${JSON.stringify(value).replaceAll('|', '\\|')}\``;
}
