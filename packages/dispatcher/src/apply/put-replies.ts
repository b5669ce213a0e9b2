import { formatRef, parseRef, refKey, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { type Reply } from '../decide/reply.ts';
import { type EffectPorts, type EffectScope } from './effect-scope.ts';
import { graphTarget } from './graph-target.ts';
import { putComment } from './put-comment.ts';
import { type ReplyPayload, type ReplySource } from './reply-payload.ts';

/** Stores what people are to see of a decision. Each has a key of its own, so repeating it stores nothing more. */
export async function putReplies(ports: EffectPorts, replies: readonly Reply[], scope: EffectScope): Promise<void> {
  for (const reply of replies) await putReply(ports, reply, scope);
}

async function putReply(ports: EffectPorts, reply: Reply, scope: EffectScope): Promise<void> {
  switch (reply.kind) {
    case 'reaction':
      return putReaction(ports, reply.content, scope);
    case 'comment':
      return putComment(ports, reply, scope);
    case 'status': {
      const text = await statusText(ports, parseRef(reply.item), scope);
      return putComment(
        ports,
        { on: reply.on, topic: 'status', purpose: 'acknowledgement', text, once: 'delivery' },
        scope,
      );
    }
  }
}

async function putReaction(ports: EffectPorts, content: string, { event }: EffectScope): Promise<void> {
  const thread = event.entity.ref ?? event.pullRequest;
  if (thread === null) return;
  const lane = refKey(thread);
  const source: ReplySource = { deliveryId: event.deliveryId, item: formatRef(thread) };
  await ports.outbox.put([
    {
      key: `reaction/${event.deliveryId}/${content}`,
      lane,
      host: thread.host,
      kind: 'reaction',
      payload: reactionOn(event, thread, content),
      createdAt: ports.clock.now(),
      source,
    },
  ]);
}

function reactionOn(event: RoutedEvent, thread: WorkItemRef, content: string): ReplyPayload {
  return {
    kind: 'reaction',
    ref: formatRef(thread),
    content,
    nodeId: event.commentNodeId,
    commentId: event.comment?.id ?? '',
    commentKind: event.comment?.kind ?? 'thread',
  };
}

async function statusText(ports: EffectPorts, item: WorkItemRef, scope: EffectScope): Promise<string> {
  const session = await ports.records.find(item);
  const target = graphTarget(item, null);
  const standing = target === null ? null : await ports.graph.context(target, { signal: scope.signal });
  const running = session === null ? 'No session is recorded.' : `The session is ${session.record.status}.`;
  if (standing === null || !standing.placed) return `${running} The work item is in no process yet.`;
  const waits = standing.human ? ' It waits for people.' : '';
  return `${running} The process stands at \`${standing.node}\`.${waits}`;
}
