import { formatRef, parseRef, refKey, type WorkItemRef } from '@the-loop/graph-core';
import { type KnownSession } from '../decide/snapshot.ts';
import { itemConversation } from './conversation-fields.ts';
import { type Apply, done, type EffectPorts } from './effect-scope.ts';

/** Ends every conversation of the item, pull requests first. Nothing on disk is removed. */
export const applyClose: Apply<'close'> = async (ports, effect, { event }) => {
  const item = parseRef(effect.item);
  const session = await ports.records.find(item);
  if (session !== null) await endConversations(ports, session, effect.cause);
  const closed = await ports.records.change(item, { kind: 'close' });
  if (effect.forget) await ports.records.forgetControl(item);
  if (!closed.ok) return done(closed.error);
  ports.emit({ event: 'session.closed', ...itemConversation(closed.value.record), reason: effect.cause });
  if (effect.cause !== 'stop') {
    ports.emit({
      event: 'session.autoclosed',
      work_item: formatRef(item),
      reason: effect.cause,
      merged: effect.cause === 'pr-merged',
      delivery_id: event.deliveryId,
    });
  }
  return done('closed');
};

/** Ends what runs for the item; what is not running stays as it is. */
export async function endConversations(
  { conversations }: Pick<EffectPorts, 'conversations'>,
  { item, record }: KnownSession,
  reason: string,
): Promise<void> {
  for (const ref of conversationRefs(record.bindings, item)) await conversations.end(refKey(ref), reason);
}

function conversationRefs(bindings: KnownSession['record']['bindings'], item: WorkItemRef): readonly WorkItemRef[] {
  return [...bindings.map((binding) => parseRef(binding.ref)), item];
}
