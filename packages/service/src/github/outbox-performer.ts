import { type Performer, type PerformOptions, type PerformOutcome } from '@the-loop/dispatcher';
import { LoopError, parseRef, type WorkItemRef } from '@the-loop/graph-core';
import {
  GithubError,
  type GithubOperations,
  operationKey,
  operationMarker,
  type ReactionContent,
  type ReactionTarget,
  stamp,
} from '@the-loop/integrations-github';
import { type OutboxRow } from '@the-loop/store';
import { type ComparedCommits } from '../items/same-work.ts';
import { performStanding } from '../standing-comment/perform-standing.ts';
import { type StandingRecords } from '../standing-comment/standing-records.ts';
import { askReviewers } from './ask-reviewers.ts';
import { joinedBody } from './coalescing.ts';
import { type DispensableEnd, type Try } from './dispensable-write.ts';
import { faultText } from './fault-text.ts';
import { foldAway } from './fold-away.ts';
import { isSetUpFault } from './set-up-fault.ts';
import { type EffectSource, type PartialResult, type WritePayload, type WriteResult } from './write-payload.ts';

interface PerformerOptions {
  readonly github: GithubOperations;
  /** Hex text of the state root's secret for operation keys. */
  readonly secret: string;
  /** GitHub says that what a comment was meant for does not exist. */
  readonly missing: (ref: WorkItemRef, error: string) => void;
  readonly standing: Pick<StandingRecords, 'comment' | 'text'>;
  /** Whether two commits of an item's pull request hold the same work, as its gate sees it. */
  readonly isSameWork: (item: WorkItemRef, commits: ComparedCommits) => Promise<boolean>;
  /** A comment was posted, and whom GitHub names as its author. */
  readonly posted?: (host: string, login: string) => void;
}

interface Attempt extends PerformOptions {
  readonly row: OutboxRow;
}

/** Makes stored writes on GitHub. A repeat looks for the operation key before it writes. */
export function createOutboxPerformer(options: PerformerOptions): Performer {
  return {
    async perform(row, asked) {
      try {
        return await write(options, { row, ...asked });
      } catch (error) {
        if (error instanceof GithubError) {
          if (isMissing(error) && !asked.more?.length) noteMissing(options, row, error);
          return outcomeOf(error);
        }
        if (error instanceof LoopError) return { kind: 'refused', error: faultText(error) };
        throw error;
      }
    },
  };
}

function write(options: PerformerOptions, attempt: Attempt): Promise<PerformOutcome> {
  // The store gives back what the service put in; its shape was made by this package or the dispatcher.
  const payload = attempt.row.payload as WritePayload;
  switch (payload.kind) {
    case 'comment':
      return comment(options, payload, attempt);
    case 'label':
      return label(options, payload, attempt);
    case 'reaction':
      return react(options, payload, attempt);
    case 'reviewers':
      return reviewers(options, payload, attempt);
    case 'minimize':
      return minimize(options, payload, attempt);
    case 'standing':
      return performStanding(options, payload, attempt.signal);
  }
}

async function comment(
  options: PerformerOptions,
  payload: Extract<WritePayload, { kind: 'comment' }>,
  { row, more = [], repeat, signal }: Attempt,
): Promise<PerformOutcome> {
  const { github, secret } = options;
  const ref = parseRef(payload.ref);
  const [opKey = '', ...others] = [row, ...more].map((each) => operationKey(secret, markedAs(each)));
  const { tried = false } = row.source as Partial<EffectSource>;
  const found = repeat || tried ? await github.findComment(ref, { marker: operationMarker(opKey) }, { signal }) : null;
  // Each row keeps a mark of its own, so that each can be found again.
  const stamped = others.reduce(
    (text, key) => stamp(text, { opKey: key }),
    stamp(joinedBody([row, ...more]), { opKey }),
  );
  const posted = found ?? (await post(options, { ref, text: stamped, signal }));
  const result: WriteResult = { id: posted.id, url: posted.url, by: posted.author?.login ?? '' };
  return { kind: 'done', result, adopted: found !== null, url: posted.url };
}

/** A write that waited while its thread got another name may be there already, marked by the key that it had. */
function markedAs({ key, source }: OutboxRow): string {
  const { markedAs: before } = source as { readonly markedAs?: string };
  return before ?? key;
}

interface NewComment {
  readonly ref: WorkItemRef;
  readonly text: string;
  readonly signal: AbortSignal;
}

async function post({ github, posted }: PerformerOptions, { ref, text, signal }: NewComment) {
  const made = await github.addComment(ref, text, { signal });
  posted?.(ref.host, made.author?.login ?? '');
  return made;
}

/** Making a label right twice changes nothing, so a repeat needs no search. */
async function label(
  { github }: PerformerOptions,
  { ref, prefix, label: wanted, known = [] }: Extract<WritePayload, { kind: 'label' }>,
  { signal }: Attempt,
): Promise<PerformOutcome> {
  const change = await github.syncLabelGroup(parseRef(ref), { prefix, label: wanted, known }, { signal });
  const { writes } = change;
  return { kind: 'done', result: change, adopted: writes === 0, url: '', writes };
}

async function reviewers(
  { github, isSameWork }: PerformerOptions,
  { ref, logins }: Extract<WritePayload, { kind: 'reviewers' }>,
  attempt: Attempt,
): Promise<PerformOutcome> {
  const { row, repeat } = attempt;
  // Only the graph asks for reviews.
  const { item, tried = false } = row.source as EffectSource;
  const request = {
    ref: parseRef(ref),
    logins,
    triedSince: repeat || tried ? row.createdAt : null,
    isSameWork: (commits: ComparedCommits) => isSameWork(parseRef(item), commits),
  };
  return endOf(await askReviewers(github, request, tryOf(attempt)));
}

async function minimize(
  { github }: PerformerOptions,
  { ref, id }: Extract<WritePayload, { kind: 'minimize' }>,
  attempt: Attempt,
): Promise<PerformOutcome> {
  return endOf(await foldAway(github, { ref: parseRef(ref), id }, tryOf(attempt)));
}

function tryOf({ row, signal }: Attempt): Try {
  return { number: row.attempts, signal };
}

function endOf({ kind, degraded, ...writes }: DispensableEnd): PerformOutcome {
  const result: PartialResult = degraded === undefined ? {} : { degraded };
  return kind === 'forgone'
    ? { kind, result, ...writes }
    : { kind: 'done', result, adopted: false, url: '', ...writes };
}

async function react(
  { github }: PerformerOptions,
  payload: Extract<WritePayload, { kind: 'reaction' }>,
  { signal }: Attempt,
): Promise<PerformOutcome> {
  await github.addReaction(reactionTarget(payload), payload.content as ReactionContent, { signal });
  return { kind: 'done', result: null, adopted: false, url: '' };
}

function reactionTarget(payload: Extract<WritePayload, { kind: 'reaction' }>): ReactionTarget {
  const ref = parseRef(payload.ref);
  if (payload.nodeId !== '') return { kind: 'node', host: ref.host, nodeId: payload.nodeId };
  if (payload.commentId === '' || payload.commentKind === 'review' || payload.commentKind === 'thread')
    return { kind: 'item', ref };
  return { kind: payload.commentKind === 'inline' ? 'review-comment' : 'comment', ref, id: payload.commentId };
}

function isMissing({ status }: GithubError): boolean {
  return status === 404 || status === 410;
}

/** A reaction or a label may miss something else than the thread. */
function noteMissing({ missing }: PerformerOptions, row: OutboxRow, { message }: GithubError): void {
  const payload = row.payload as WritePayload;
  if (payload.kind === 'comment') missing(parseRef(payload.ref), message);
}

/** Only what can never work is given up at once; a host that is away, or that does not know us, is waited for. */
function outcomeOf(fault: GithubError): PerformOutcome {
  const error = faultText(fault);
  const retryAfterMs = fault.retryAfterSeconds === null ? null : fault.retryAfterSeconds * 1000;
  const waits: boolean = fault.retry === 'after-reset' || isAway(fault) || isSetUpFault(fault);
  if (waits) return { kind: 'unavailable', error, retryAfterMs };
  return fault.retry === 'later' ? { kind: 'failed', error, retryAfterMs } : { kind: 'refused', error };
}

/** No answer, or one that says that the host itself is in trouble. An outage may last for hours. */
function isAway({ retry, status }: GithubError): boolean {
  return retry === 'later' && (status === null || status >= 500);
}
