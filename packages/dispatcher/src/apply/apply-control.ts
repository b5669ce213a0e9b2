import { formatRef, parseRef } from '@the-loop/graph-core';
import { itemConversation } from './conversation-fields.ts';
import { type Apply, done, type EffectPorts } from './effect-scope.ts';
import { relocate } from './relocate.ts';

/** Remembers the last command about the item. */
export const applyRecordControl: Apply<'record-control'> = async ({ records }, effect, { event, receivedAt }) => {
  const item = parseRef(effect.item);
  await records.recordControl(item, {
    ref: formatRef(item),
    command: effect.command,
    via: 'comment',
    actor: event.actor?.login ?? '',
    requestedAt: receivedAt,
    note: event.comment?.url ?? '',
  });
  return done('recorded');
};

/** Holds deliveries to the agent; what waits for it stays stored. */
export const applyPause: Apply<'pause'> = (ports, effect) => changeStatus(ports, effect.item, 'pause');

/** Lets deliveries through again; an item that was held because it changed its repository goes on in the new one. */
export const applyResume: Apply<'resume'> = async (ports, effect, scope) => {
  await relocate(ports, parseRef(effect.item), scope);
  return changeStatus(ports, effect.item, 'resume');
};

async function changeStatus({ records, emit }: EffectPorts, itemText: string, kind: 'pause' | 'resume') {
  const changed = await records.change(parseRef(itemText), { kind });
  // Refused: it is so already, or the session is gone; neither is undone by trying again.
  if (!changed.ok) return done(changed.error);
  const { record } = changed.value;
  emit({ event: kind === 'pause' ? 'session.paused' : 'session.resumed', ...itemConversation(record) });
  return done(kind === 'pause' ? 'paused' : 'resumed');
}
