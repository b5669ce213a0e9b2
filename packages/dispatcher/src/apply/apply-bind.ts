import { formatRef, parseRef, type WorkItemRef } from '@the-loop/graph-core';
import { bindingOf, type SessionRefusal } from '@the-loop/sessions';
import { type Apply, done, type EffectPorts } from './effect-scope.ts';

/** Records that the pull request delivers the item. Additive: other items that it delivers keep it. */
export const applyBind: Apply<'bind'> = async (ports, effect, { receivedAt }) =>
  done(
    await bindPullRequest(ports, {
      item: parseRef(effect.item),
      pullRequest: parseRef(effect.pullRequest),
      at: receivedAt,
    }),
  );

/** A binding to be written; also what `sessions link-pr` asks for. */
export interface BindRequest {
  readonly item: WorkItemRef;
  readonly pullRequest: WorkItemRef;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export type BindOutcome = 'bound' | 'reopened' | 'known' | 'no-session' | 'closed' | 'own-ref';

/** Writes a binding, or opens a closed one again. A refusal is named: no session, a closed one, or the item itself. */
export async function bindPullRequest(
  { records, emit }: Pick<EffectPorts, 'records' | 'emit'>,
  { item, pullRequest, at }: BindRequest,
): Promise<BindOutcome> {
  const session = await records.find(item);
  const reopens = session !== null && bindingOf(session.record, pullRequest)?.status === 'closed';
  const input = reopens ? ({ kind: 'reopen', pullRequest } as const) : ({ kind: 'bind', pullRequest, at } as const);
  const changed = await records.change(item, input);
  if (!changed.ok) return refusalOf(changed.error);
  if (!changed.value.changed) return 'known';
  emit({ event: 'session.pr_linked', work_item: changed.value.record.ref, pull_request: formatRef(pullRequest) });
  return reopens ? 'reopened' : 'bound';
}

function refusalOf(refusal: SessionRefusal): BindOutcome {
  return refusal === 'own-ref' || refusal === 'closed' ? refusal : 'no-session';
}
