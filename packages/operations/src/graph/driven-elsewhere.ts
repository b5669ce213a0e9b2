import {
  formatRef,
  type LoopAddress,
  LoopError,
  safeParseRef,
  sameRef,
  specIdFor,
  type WorkItemRef,
} from '@the-loop/graph-core';
import { type CheckReport, openLoop, type VerbContext } from '@the-loop/graph-runtime';
import { knownItems } from '../explain/item-of.ts';
import { type OperationContext } from '../operation-context.ts';

/** A report of a folder, with a warning where the service drives the very item and has it at another node. */
export async function withServiceWarning(
  context: OperationContext,
  own: VerbContext,
  report: CheckReport,
): Promise<CheckReport> {
  // Whoever is out of reach of files is asked over the network, and is the service.
  if (context.files === null) return report;
  const warning = await readWarning(context, own, report);
  return warning === null ? report : { ...report, warnings: [...report.warnings, warning] };
}

/** What cannot be read there says nothing against the folder. */
async function readWarning(context: OperationContext, own: VerbContext, report: CheckReport): Promise<string | null> {
  try {
    return await warningOf(context, own, report);
  } catch (error) {
    if (error instanceof LoopError) return `the service's copy could not be read (${error.code})`;
    throw error;
  }
}

function warningOf(
  context: OperationContext,
  own: VerbContext,
  { address, currentNode }: CheckReport,
): Promise<string | null> {
  return context.memory(async (memory) => {
    if (memory === null) return null;
    const { ref } = await openLoop(own, { address });
    const item = (await knownItems(memory.store.records)).find((known) => isSameItem(known, { address, ref }));
    const verbs = item === undefined ? null : await memory.verbsOf(item);
    if (item === undefined || verbs === null) return null;
    const { view } = await openLoop(verbs, { address });
    if (view.currentNode === currentNode || view.currentNode === '') return null;
    return `the service drives ${formatRef(item)} and has it at ${view.currentNode}: the-loop why ${item.owner}/${item.repo}#${item.number}`;
  });
}

/** Of one id, and not of another repository where the folder's is known. */
function isSameItem(
  driven: WorkItemRef,
  { address, ref }: { readonly address: LoopAddress; readonly ref: string },
): boolean {
  if (specIdFor(driven) !== address.id) return false;
  const own = safeParseRef(ref);
  return !own.ok || address.prRepo !== undefined || sameRef(own.value, driven);
}
