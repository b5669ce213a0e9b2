import { type Emit } from '@the-loop/events';
import { type AnyOperation, type OperationContext } from '@the-loop/operations';
import { reconsiderLoop } from '../graph/reconsider.ts';

/** A verb that was answered. */
export interface AnsweredVerb {
  readonly operation: AnyOperation;
  readonly input: unknown;
}

/**
 * After a verb over the loop of a pull request the item's own loop is looked at once: what it waits for may just have happened. The
 * verb's answer stands whatever becomes of that.
 */
export async function reconsiderItem(
  context: OperationContext,
  emit: Emit,
  { operation, input }: AnsweredVerb,
): Promise<void> {
  // The operation has taken this input, so that its address has been checked.
  const { item, pr, repo, ref } = input as Readonly<Record<'item' | 'repo' | 'ref', string | undefined>> & {
    readonly pr?: number;
  };
  if (operation.scope === 'read' || pr === undefined || item === undefined) return;
  try {
    const verbs = await context.verbs({ item, repo, ref });
    await reconsiderLoop({ ...verbs, principal: { login: 'the-loop' } }, { id: item });
  } catch (error) {
    const why = error instanceof Error ? error.message : 'the item could not be looked at';
    emit({ event: 'graph.link_failed', work_item: item, action: 'reconsider', error: why });
  }
}
