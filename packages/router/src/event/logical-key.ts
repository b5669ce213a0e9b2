import { type EventRepository, eventRepository } from '../evidence/repository.ts';
import { type Subject, subjectOf } from '../evidence/subject.ts';
import { type Payload, type PayloadItem, readPayload } from '../payload/payload.ts';
import { textDigest } from '../text/text-digest.ts';
import { type Words, wordsOf } from './words.ts';

/** What a logical key is made from. */
export interface Happening {
  readonly event: string;
  readonly deliveryId: string;
  readonly payload: Payload;
  readonly repository: EventRepository;
  readonly subject: Subject;
  readonly words: Words | null;
}

/**
 * Names what happened, so that one happening seen under two delivery ids (two hooks, or a hook and polling) is known to
 * be one: `<kind>:<node id>:<phase>` for words, and the like for everything else. Where the payload lacks what tells
 * two happenings apart, the key is the delivery's own, so that nothing is taken for a repetition by mistake. An edit of an
 * item is known by its title, text and base branch, because a later reader knows no other time of it than the item's: whether
 * one that makes of the item what an earlier one made of it is another one, the times of both tell (`dispatcher`).
 */
export function logicalKey(happening: Happening): string {
  return keyOf(happening) ?? `delivery:${happening.deliveryId}`;
}

/** The logical key of an event, whoever delivers it; null where only the delivery could tell it apart from others. */
export function logicalKeyOf(event: string, payload: unknown): string | null {
  const read = readPayload(payload);
  const repository = eventRepository(read);
  if (repository === null) return null;
  return keyOf({ event, payload: read, repository, subject: subjectOf(event, read), words: wordsOf(event, read) });
}

type Named = Omit<Happening, 'deliveryId'>;

function keyOf(happening: Named): string | null {
  const { words, subject } = happening;
  if (words !== null) return wordsKey(happening, words);
  return subject.item === null ? runKey(happening) : itemKey(happening, subject.item);
}

function wordsKey({ payload, repository }: Named, words: Words): string | null {
  const node = words.nodeId || numbered(repository, words.id);
  if (node === '' || payload.action === '') return null;
  if (payload.action !== 'edited') return `${words.kind}:${node}:${payload.action}`;
  // GitHub's times are whole seconds, and somebody ticks two boxes in one.
  return words.updatedAt === '' ? null : `${words.kind}:${node}:edited:${words.updatedAt}:${textDigest(words.body)}`;
}

function itemKey({ event, payload, repository }: Named, item: PayloadItem): string | null {
  const node = item.node_id || numbered(repository, item.number);
  const at = payload.action === 'closed' ? item.closed_at || item.updated_at : item.updated_at;
  if (node === '' || at === '' || event === 'pull_request_review_thread') return null;
  return `${event}:${node}:${payload.action}:${distinction(payload, item, at)}`;
}

/** What tells one happening of a kind from the next of the same kind. */
function distinction({ action, label }: Payload, item: PayloadItem, at: string): string {
  // Whatever comes after an edit moves the item's time, so that a later reader knows the edit by its outcome alone.
  if (action === 'edited') return textDigest(outcomeOf(item));
  return action === 'labeled' ? `${at}:${(label?.name ?? '').slice(0, 100)}` : at;
}

function outcomeOf({ title, body, base }: PayloadItem): string {
  return [title, body, ...(base === null ? [] : [base.ref])].join('\n');
}

function runKey({ event, payload, subject: { run } }: Named): string | null {
  if (run === null) return statusKey(event, payload);
  const node = run.node_id || String(run.id ?? '');
  // A run that is tried again ends at another time.
  return node === '' ? null : `${event}:${node}:${run.conclusion}:${run.completed_at || run.updated_at}`;
}

/** GitHub's number of a status is in its webhooks alone, so it is known by what was set where, and when. */
function statusKey(event: string, { id, sha, state, context, created_at: at }: Payload): string | null {
  const time = Date.parse(at);
  if (sha === '' || Number.isNaN(time)) return id === null ? null : `${event}:${id}`;
  return `${event}:${sha}:${state}:${time}:${textDigest(context)}`;
}

function numbered({ host, owner, repo }: EventRepository, number: number | null): string {
  return number === null ? '' : `${host}/${owner}/${repo}#${number}`.toLowerCase();
}
