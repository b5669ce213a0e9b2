import { formatRef } from '@the-loop/graph-core';
import { type ItemMove } from '../moves/item-move.ts';
import { itemConversation } from './conversation-fields.ts';
import { type EffectPorts, type EffectScope } from './effect-scope.ts';
import { putComment } from './put-comment.ts';

/**
 * Where an item that moved has a session under its new name too, both stay as they are, and the former one is paused: two
 * agents never work on one item. It is said once a day at most, and not of a session that has ended.
 */
export async function holdFormer(ports: EffectPorts, { item, from, to }: ItemMove, scope: EffectScope): Promise<void> {
  const former = await ports.records.find(item);
  if (former === null || former.record.status === 'closed') return;
  const paused = await ports.records.change(item, { kind: 'pause' });
  if (paused.ok) ports.emit({ event: 'session.paused', ...itemConversation(paused.value.record) });
  ports.emit({ event: 'session.held', work_item: formatRef(to), from: formatRef(from), reason: 'name-taken' });
  const on = formatRef(to);
  await putComment(ports, { on, topic: 'moved', purpose: 'hint', text: heldText(from), once: 'day' }, scope);
}

function heldText({ owner, repo, number }: ItemMove['from']): string {
  return (
    `This work item was ${owner}/${repo}#${number} before, and a session of it was started under either name. ` +
    'The one that was started here goes on. The former one is paused; its record and its checkout stay as they are on ' +
    'the machine that runs the-loop, so that nothing of it is lost.'
  );
}
