import { type GraphTarget, type WriteEnd } from '@the-loop/dispatcher';
import { type DoneEffect, parseRef, type WorkItemRef } from '@the-loop/graph-core';
import { settleEffect, type VerbContext } from '@the-loop/graph-runtime';
import { type OutboxRow } from '@the-loop/store';
import { type KnownComments } from '../github/known-comments.ts';
import { type EffectSource, type PartialResult, type WritePayload, type WriteResult } from '../github/write-payload.ts';
import { type StandingRecords } from '../standing-comment/standing-records.ts';

export interface SettleWriteOptions {
  readonly comments: KnownComments;
  readonly standing: Pick<StandingRecords, 'noteComment'>;
  readonly verbsOf: (item: WorkItemRef) => Promise<VerbContext | null>;
  /** A question of a gate is on the thread: what people said before counts from now on. */
  readonly asked: (target: GraphTarget) => Promise<void>;
  readonly now: () => number;
}

/** Records the end of a stored write where it came from. May be told twice of one end. */
export async function settleWrite(options: SettleWriteOptions, row: OutboxRow, end: WriteEnd): Promise<void> {
  // Rows are put by this package and by the dispatcher alone, with these shapes.
  const payload = row.payload as WritePayload;
  const source = row.source as EffectSource | { readonly kind?: undefined };
  if (end.kind === 'done') await noteComment(options, payload, end.result);
  if (source.kind !== 'effect') return;
  const verbs = await options.verbsOf(parseRef(source.item));
  if (verbs === null) return;
  const result =
    end.kind === 'done'
      ? ({ kind: 'done', done: doneEffect(options, payload, end.result), ...degradedBy(payload, end.result) } as const)
      : ({ kind: 'failed', error: end.error } as const);
  const purpose = end.kind === 'done' && payload.kind === 'comment' ? payload.purpose : '';
  const target = { item: parseRef(source.item), address: source.address };
  // What a review is asked of is known before the question counts as asked; a checklist is read once it is known.
  if (purpose === 'review-request') await options.asked(target);
  await settleEffect(verbs, source.address, { key: source.effectKey, result });
  if (purpose === 'phase-checklist') await options.asked(target);
}

/** Comments of ours are known by their ids. */
async function noteComment(
  { comments, standing }: SettleWriteOptions,
  payload: WritePayload,
  result: unknown,
): Promise<void> {
  if ((payload.kind !== 'comment' && payload.kind !== 'standing') || result === null) return;
  const { id } = result as WriteResult;
  await comments.add(payload.ref, { id, purpose: payload.kind === 'comment' ? payload.purpose : 'standing' });
  if (payload.kind === 'standing') await standing.noteComment(parseRef(payload.ref), id);
}

/** What GitHub refused of a write that the work can do without. */
function degradedBy({ kind }: WritePayload, result: unknown): PartialResult {
  return kind === 'reviewers' || kind === 'minimize' ? (result as PartialResult) : {};
}

function doneEffect({ now }: SettleWriteOptions, payload: WritePayload, result: unknown): DoneEffect {
  const at = new Date(now()).toISOString();
  if (payload.kind !== 'comment') return { at };
  const { id, url, by } = result as WriteResult;
  return { at, id, url, by };
}
