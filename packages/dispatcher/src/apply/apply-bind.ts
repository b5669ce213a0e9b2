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

/** What became of a binding that was to be taken back. `checkout`: the pull request's own, left on disk; empty without one. */
export type UnbindOutcome =
  | { readonly kind: 'unbound'; readonly checkout: string }
  | { readonly kind: 'not-bound' | 'no-session' | 'own-ref' };

/** Takes a binding back: the item no longer hears of the pull request. Nothing on disk is removed. */
export async function unbindPullRequest(
  { records, emit }: Pick<EffectPorts, 'records' | 'emit'>,
  { item, pullRequest }: Omit<BindRequest, 'at'>,
): Promise<UnbindOutcome> {
  const session = await records.find(item);
  if (session === null) return { kind: 'no-session' };
  const changed = await records.change(item, { kind: 'unbind', pullRequest });
  if (!changed.ok) return { kind: changed.error === 'own-ref' ? 'own-ref' : 'not-bound' };
  emit({ event: 'session.pr_unlinked', work_item: formatRef(item), pull_request: formatRef(pullRequest) });
  return { kind: 'unbound', checkout: bindingOf(session.record, pullRequest)?.cwd ?? '' };
}
