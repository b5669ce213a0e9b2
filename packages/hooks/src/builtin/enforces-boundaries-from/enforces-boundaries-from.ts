import { type HookContext, type HookMessage, type HookResult } from '@the-loop/graph-core';
import { type PresentFile, pathOf, presentFiles, readSlots } from '../../artifact-slots/artifact-slot.ts';
import { unansweredBoundaries } from '../../boundaries/boundaries.ts';
import { defineHook } from '../../definition/define-hook.ts';
import { enforcesBoundariesFromOptions } from './options.ts';

/** The design answers every trust boundary and abuse case that the requirements name. */
export const enforcesBoundariesFrom = defineHook({
  name: 'enforces-boundaries-from',
  capability: 'pure',
  dataKeys: ['missing'],
  options: enforcesBoundariesFromOptions,
  run: async (context, { upstream, markers }) => {
    const sources = await readAll(context, [upstream]);
    if (sources.length === 0 || context.node.produces.length === 0) return { status: 'skip' };
    const answers = await readAll(context, context.node.produces);
    const unreadable = [...sources, ...answers].flatMap((file) => unreadableFile(context, file));
    if (unreadable.length > 0) return { status: 'block', messages: unreadable };
    return judge(context, unansweredBoundaries(textsOf(sources), textsOf(answers), markers));
  },
});

async function readAll(context: HookContext, entries: readonly (string | undefined)[]): Promise<PresentFile[]> {
  return (await Promise.all(readSlots(entries).map((slot) => presentFiles(context.files, slot)))).flat();
}

function textsOf(files: readonly PresentFile[]): string[] {
  return files.flatMap(({ text }) => (text === null ? [] : [text]));
}

function unreadableFile(context: HookContext, file: PresentFile): HookMessage[] {
  if (file.text !== null) return [];
  return [{ code: 'BOUNDARY_UNREADABLE', text: file.why, path: pathOf(context, file.name), severity: 'error' }];
}

function judge(context: HookContext, missing: readonly string[]): HookResult {
  if (missing.length === 0) return { status: 'pass' };
  const path = pathOf(context, context.node.produces[0] ?? '');
  const messages = missing.map(
    (name): HookMessage => ({
      code: 'BOUNDARY_UNANSWERED',
      text: `the requirements name "${name}", and the security design does not answer it`,
      detail: name,
      path,
      severity: 'error',
    }),
  );
  return { status: 'block', messages, data: { missing } };
}
