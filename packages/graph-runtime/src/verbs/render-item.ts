import { openLoop } from './open-loop.ts';
import { type VerbContext, type VerbInput } from './verb-context.ts';

/** What writing a state file again came to. */
export interface RenderItemReport {
  readonly workItem: string;
  readonly path: string;
  /** What was ignored or restored, one line each. */
  readonly warnings: readonly string[];
}

/**
 * Writes the state file again from what is held: the readable keys from the facts, and in a service the facts from its
 * own copy. An unreadable file is set aside first.
 */
export async function renderItem(context: VerbContext, input: VerbInput): Promise<RenderItemReport> {
  const open = await openLoop(context, input);
  const { graph, loop, state, at } = open;
  const outcome = await context.store.commit(open.address, loop.revision, { graph, state, at });
  const kept = outcome.kind === 'committed' ? outcome.setAside : null;
  const warnings = kept === null ? open.warnings : [...open.warnings, `the unreadable file was kept as ${kept}`];
  if (outcome.kind === 'committed') return { workItem: open.address.id, path: loop.path, warnings };
  return renderItem(context, input);
}
