import { parseRef, refKey } from '@the-loop/graph-core';
import { type EffectPorts, type EffectScope } from './effect-scope.ts';
import { type ReplyPayload, type ReplySource } from './reply-payload.ts';

/** A comment of ours, about a delivery. */
export interface CommentRequest {
  readonly on: string;
  readonly topic: string;
  readonly purpose: string;
  readonly text: string;
  /** At most once per delivery, or per thread, topic and day. */
  readonly once: 'delivery' | 'day';
}

/** Stores a comment to be posted. Its key says how often it may be. */
export async function putComment(
  { outbox, clock }: Pick<EffectPorts, 'outbox' | 'clock'>,
  request: CommentRequest,
  { event, receivedAt }: Pick<EffectScope, 'event' | 'receivedAt'>,
): Promise<void> {
  const ref = parseRef(request.on);
  const lane = refKey(ref);
  const occurrence = request.once === 'day' ? receivedAt.slice(0, 10) : event.deliveryId;
  const payload: ReplyPayload = { kind: 'comment', ref: request.on, body: request.text, purpose: request.purpose };
  const source: ReplySource = { deliveryId: event.deliveryId, item: request.on };
  await outbox.put([
    {
      key: `reply/${lane}/${request.topic}/${occurrence}`,
      lane,
      host: ref.host,
      kind: 'comment',
      payload,
      createdAt: clock.now(),
      source,
    },
  ]);
}
