import { type SessionBinding, type SessionRecord } from '@the-loop/sessions';

/** The fields by which events name a conversation. */
export interface ConversationFields {
  readonly work_item: string;
  readonly endpoint?: string;
  readonly harness: string;
  readonly harness_session_id: string;
}

/** The item's own conversation. */
export function itemConversation(record: SessionRecord): ConversationFields {
  return { work_item: record.ref, harness: record.agent, harness_session_id: record.sessionId };
}

/** The conversation of a pull request of the item. */
export function endpointConversation(record: SessionRecord, binding: SessionBinding): ConversationFields {
  return {
    work_item: record.ref,
    endpoint: binding.ref,
    harness: binding.agent,
    harness_session_id: binding.sessionId,
  };
}
