import { type HarnessConfig } from '@the-loop/config';
import { type HookCapability } from '@the-loop/graph-core';
import { defaultLoop, loadLoop } from '@the-loop/graph-runtime';
import { builtinHooks, REPOSITORY_HOOK_REFUSAL, readHookDeclarations } from '@the-loop/hooks';
import * as v from 'valibot';
import { repoOption } from '../address.ts';
import { operation } from '../operation.ts';
import { columns } from '../render/columns.ts';
import { printable } from '../render/printable.ts';

const Input = v.strictObject({
  item: v.optional(v.pipe(v.string(), v.maxLength(100))),
  repo: v.optional(v.pipe(v.string(), v.maxLength(4096))),
});

interface ShippedHook {
  readonly name: string;
  readonly capability: HookCapability;
  /** Empty: it only passes, waits or blocks. */
  readonly outcomes: readonly string[];
  readonly timeoutMs: number;
}

interface Hooks {
  readonly shipped: readonly ShippedHook[];
  readonly repository: {
    readonly attach: HarnessConfig['graph']['hooks']['attach'];
    readonly modules: readonly string[];
    /** What is wrong with the declarations beside their form. */
    readonly problems: readonly string[];
    /** Why none of them runs. */
    readonly refusal: string;
  };
}

/** Shipped hooks, and the ones that a repository declares, which do not run. */
export const graphHooks = operation<v.InferOutput<typeof Input>, Hooks>({
  name: 'graph.hooks',
  summary: 'list the shipped hooks, and those the repository declares',
  scope: 'read',
  reach: 'checkout',
  parameters: [repoOption],
  input: Input,
  async run(context, { repo, item }) {
    const harness = await context.harness({ repo, item });
    const declared = readHookDeclarations(harness, await loadLoop(defaultLoop));
    const { modules, attach } = harness.graph.hooks;
    return {
      shipped: [...builtinHooks.values()].map(({ name, capability, outcomes, timeoutMs }) => ({
        name,
        capability,
        outcomes,
        timeoutMs,
      })),
      repository: {
        attach,
        modules: modules.map(({ path, module }) => path ?? module ?? ''),
        problems: declared.ok ? [] : declared.error,
        refusal: attach.length + modules.length === 0 ? '' : REPOSITORY_HOOK_REFUSAL,
      },
    };
  },
  text: render,
  exitCode: ({ repository }) => (repository.problems.length === 0 ? 0 : 1),
});

function render({ shipped, repository }: Hooks): string {
  const rows = shipped.map(({ name, capability, outcomes, timeoutMs }) => [
    name,
    capability,
    `${timeoutMs / 1000} s`,
    outcomes.join(', '),
  ]);
  return [columns(['Hook', 'May', 'Limit', 'Outcomes'], rows), '', ...repositoryLines(repository)].join('\n');
}

function repositoryLines({ attach, modules, problems, refusal }: Hooks['repository']): readonly string[] {
  if (attach.length + modules.length === 0) return ['the repository declares no hooks'];
  return [
    `the repository declares ${modules.length} sources and ${attach.length} attachments. None runs:`,
    `  ${refusal}`,
    ...modules.map((source) => `  source: ${source}`),
    ...attach.map(({ hook, node, boundary }) => `  ${hook}: refused, declared at the ${boundary} of ${node}`),
    ...problems.map((problem) => `  WRONG: ${problem}`),
  ].map(printable);
}
