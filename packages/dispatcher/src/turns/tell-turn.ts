import { type Emit } from '@the-loop/events';
import { type Turn } from '@the-loop/store';
import { endpointConversation, itemConversation } from '../apply/conversation-fields.ts';
import { type Conversation } from '../records/find-conversation.ts';
import { type TurnEnd } from './turn-host.ts';

/** Says that an agent was given a prompt. */
export function tellTurnStarted(
  emit: Emit,
  started: { readonly turn: Turn; readonly conversation: Conversation; readonly attempt: number; readonly pid: number },
): void {
  const { turn, conversation, attempt, pid } = started;
  emit({
    event: 'session.turn_started',
    ...fields(conversation),
    turn: turn.key,
    kind: turn.kind,
    attempt,
    child_pid: pid,
  });
}

/** Says how a try of a turn ended. */
export function tellTurnFinished(
  emit: Emit,
  ended: { readonly turn: Turn; readonly conversation: Conversation; readonly end: TurnEnd; readonly duration: number },
): void {
  const { turn, conversation, end, duration } = ended;
  emit({
    event: 'session.turn_finished',
    level: end.ok ? 'info' : 'warning',
    ...fields(conversation),
    turn: turn.key,
    kind: turn.kind,
    status: end.outcome,
    exit_code: end.exitCode ?? undefined,
    duration_ms: duration,
    ...(end.ok ? {} : { error: end.note }),
  });
}

function fields({ record, binding }: Conversation) {
  return binding === null ? itemConversation(record) : endpointConversation(record, binding);
}
