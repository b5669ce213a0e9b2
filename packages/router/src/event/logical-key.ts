import { type EventRepository } from '../evidence/repository.ts';
import { type Subject } from '../evidence/subject.ts';
import { type Payload, type PayloadItem } from '../payload/payload.ts';
import { type Words } from './words.ts';

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
 * two happenings apart, the key is the delivery's own, so that nothing is taken for a repetition by mistake.
 */
export function logicalKey(happening: Happening): string {
  const { words, subject } = happening;
  const key =
    words === null
      ? subject.item === null
        ? runKey(happening)
        : itemKey(happening, subject.item)
      : wordsKey(happening, words);
  return key ?? `delivery:${happening.deliveryId}`;
}

function wordsKey({ payload, repository }: Happening, words: Words): string | null {
  const node = words.nodeId || numbered(repository, words.id);
  if (node === '' || payload.action === '') return null;
  if (payload.action !== 'edited') return `${words.kind}:${node}:${payload.action}`;
  return words.updatedAt === '' ? null : `${words.kind}:${node}:edited:${words.updatedAt}`;
}

function itemKey({ event, payload, repository }: Happening, item: PayloadItem): string | null {
  const node = item.node_id || numbered(repository, item.number);
  const at = payload.action === 'closed' ? item.closed_at || item.updated_at : item.updated_at;
  if (node === '' || at === '' || event === 'pull_request_review_thread') return null;
  const label = payload.action === 'labeled' ? `:${(payload.label?.name ?? '').slice(0, 100)}` : '';
  return `${event}:${node}:${payload.action}:${at}${label}`;
}

function runKey({ event, payload, subject: { run } }: Happening): string | null {
  const id = run?.id ?? payload.id;
  if (id === null) return null;
  if (run === null) return `${event}:${id}`;
  return `${event}:${id}:${run.run_attempt ?? 1}:${run.conclusion}:${run.completed_at || run.updated_at}`;
}

function numbered({ host, owner, repo }: EventRepository, number: number | null): string {
  return number === null ? '' : `${host}/${owner}/${repo}#${number}`.toLowerCase();
}
