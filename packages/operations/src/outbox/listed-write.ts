import { type WaitingEffect } from '@the-loop/graph-runtime';
import { type OutboxRow } from '@the-loop/store';
import * as v from 'valibot';
import { instant } from '../render/instant.ts';
import { laneName } from '../render/lane-name.ts';

/** A write to GitHub as it is listed. Instants are ISO 8601, UTC. */
export interface ListedWrite {
  /** Null for one that stands in an item's state file only. */
  readonly id: number | null;
  readonly key: string;
  readonly workItem: string;
  /** `comment`, `label`, `reaction`, … */
  readonly kind: string;
  /** Where it goes, and which one it is: `github:acme/app#7, phase-checklist`. */
  readonly about: string;
  readonly status: OutboxRow['status'];
  readonly attempts: number;
  readonly createdAt: string;
  /** Null unless it waits for another try. */
  readonly nextTry: string | null;
  readonly error: string;
  /** Where it stands; empty until it is done. */
  readonly url: string;
}

const PayloadSchema = v.object({
  ref: v.fallback(v.string(), ''),
  purpose: v.fallback(v.string(), ''),
  label: v.fallback(v.string(), ''),
  content: v.fallback(v.string(), ''),
});
const ResultSchema = v.object({ url: v.string() });

/** What is listed of a stored write; never the words it writes. */
export function listedWrite(row: OutboxRow): ListedWrite {
  const { id, key, kind, status, attempts, error, result } = row;
  return {
    id,
    key,
    workItem: laneName(row.lane),
    kind,
    about: aboutOf(row.payload),
    status,
    attempts,
    createdAt: instant(row.createdAt),
    nextTry: status === 'waiting' && row.notBefore > 0 ? instant(row.notBefore) : null,
    error,
    url: v.is(ResultSchema, result) ? result.url : '',
  };
}

/** A write that a verb at a terminal stored in the item's state file. */
export function listedEffect({ address, pending }: WaitingEffect): ListedWrite {
  const { key, effect, attempts, lastError, at } = pending;
  return {
    id: null,
    key,
    workItem: address.pr === undefined ? address.id : `${address.id}, pull request ${address.pr}`,
    kind: effect.kind,
    about: aboutOf(effect),
    status: 'waiting',
    attempts,
    createdAt: at,
    nextTry: null,
    error: lastError,
    url: '',
  };
}

function aboutOf(payload: unknown): string {
  const parsed = v.safeParse(PayloadSchema, payload);
  if (!parsed.success) return '';
  const { ref, purpose, label, content } = parsed.output;
  return [ref, purpose || label || content].filter((part) => part !== '').join(', ');
}
