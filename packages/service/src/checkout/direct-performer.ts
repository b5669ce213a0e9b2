import {
  type CommentEffect,
  type LoopAddress,
  LoopError,
  type MinimizeEffect,
  type NotifyEffect,
  type PendingEffect,
  type ReviewersEffect,
  safeParseRef,
} from '@the-loop/graph-core';
import { type EffectPerformer, type EffectResult } from '@the-loop/graph-runtime';
import { type GithubOperations, operationKey, operationMarker, splitRef, stamp } from '@the-loop/integrations-github';
import { askReviewers } from '../github/ask-reviewers.ts';
import { type DispensableEnd } from '../github/dispensable-write.ts';
import { faultText } from '../github/fault-text.ts';
import { foldAway } from '../github/fold-away.ts';
import { writeKey } from '../github/write-key.ts';
import { type ComparedCommits } from '../items/same-work.ts';
import { type TellPeople } from '../wiring/notify.ts';

export interface DirectPerformerOptions {
  readonly github: GithubOperations;
  /** Hex text of the state root's key for operation markers. */
  readonly secret: () => string;
  readonly tell: TellPeople;
  readonly now: () => number;
  /** Whether two commits of a loop's pull request hold the same work. */
  readonly isSameWork: (address: LoopAddress, commits: ComparedCommits) => Promise<boolean>;
}

/** Performs effects at once, as a verb at a terminal does: there is no outbox and no session. */
export function createDirectPerformer(options: DirectPerformerOptions): EffectPerformer {
  return {
    async perform(address, pending, signal) {
      try {
        if (pending.effect.kind === 'notify') return await told(options, address.id, pending.effect);
        return await write(options, { address, pending }, signal);
      } catch (error) {
        if (error instanceof LoopError) return { kind: 'failed', error: faultText(error) };
        throw error;
      }
    },
  };
}

async function told(
  { tell, now }: DirectPerformerOptions,
  workItem: string,
  effect: NotifyEffect,
): Promise<EffectResult> {
  const end = await tell(workItem, effect);
  if (end.kind === 'unheard') return { kind: 'failed', error: end.error };
  return { kind: 'done', done: { at: new Date(now()).toISOString() } };
}

async function write(
  options: DirectPerformerOptions,
  { address, pending }: { readonly address: LoopAddress; readonly pending: PendingEffect },
  signal: AbortSignal,
): Promise<EffectResult> {
  const { effect } = pending;
  const at = new Date(options.now()).toISOString();
  switch (effect.kind) {
    case 'comment':
      return { kind: 'done', done: { at, ...(await post(options, { pending, effect }, signal)) } };
    case 'phase-label': {
      const { ref, prefix, label, known = [] } = effect;
      await options.github.syncLabelGroup(refOf(ref), { prefix, label, known }, { signal });
      return { kind: 'done', done: { at } };
    }
    case 'reviewers':
    case 'minimize':
      return inPart(at, await dispense(options, { address, pending, effect }, signal));
    case 'assignment':
    case 'notify':
    case 'log':
    case 'feedback':
      // Assignments are for services: whoever runs a verb at a terminal reads its output.
      return { kind: 'done', done: { at } };
  }
}

interface Dispensable {
  readonly address: LoopAddress;
  readonly pending: PendingEffect;
  readonly effect: ReviewersEffect | MinimizeEffect;
}

function dispense(
  { github, isSameWork }: DirectPerformerOptions,
  { address, pending, effect }: Dispensable,
  signal: AbortSignal,
): Promise<DispensableEnd> {
  const ref = refOf(effect.ref);
  const attempt = { number: pending.attempts + 1, signal };
  if (effect.kind === 'minimize') return foldAway(github, { ref, id: effect.id }, attempt);
  const request = {
    ref,
    logins: effect.logins,
    triedSince: pending.attempts > 0 ? Date.parse(pending.at) : null,
    isSameWork: (commits: ComparedCommits) => isSameWork(address, commits),
  };
  return askReviewers(github, request, attempt);
}

function inPart(at: string, { degraded }: DispensableEnd): EffectResult {
  return { kind: 'done', done: { at }, ...(degraded === undefined ? {} : { degraded }) };
}

async function post(
  { github, secret }: DirectPerformerOptions,
  { pending, effect }: { readonly pending: PendingEffect; readonly effect: CommentEffect },
  signal: AbortSignal,
): Promise<{ readonly id: string; readonly url: string; readonly by: string }> {
  const ref = refOf(effect.ref);
  const opKey = operationKey(secret(), writeKey(ref, pending.key));
  const marker = operationMarker(opKey);
  const found = pending.attempts > 0 ? await github.findComment(ref, { marker }, { signal }) : null;
  const posted = found ?? (await github.addComment(ref, stamp(effect.body, { opKey }), { signal }));
  return { id: posted.id, url: posted.url, by: posted.author?.login ?? '' };
}

function refOf(text: string) {
  const ref = safeParseRef(text);
  return ref.ok ? ref.value : { provider: 'github', ...splitRef(text) };
}
