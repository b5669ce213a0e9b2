import { type GraphTarget } from '@the-loop/dispatcher';
import { formatRef, refKey } from '@the-loop/graph-core';
import { type Outbox } from '@the-loop/store';
import { type WritePayload } from '../github/write-payload.ts';

export interface NoteAbandonedOptions {
  readonly outbox: Pick<Outbox, 'put'>;
  readonly now: () => number;
  readonly nudge: { outbox(): void };
}

/** Tells the ticket that a pull request ended unmerged and what its loop needs; once per delivery. */
export async function noteAbandoned(
  { outbox, now, nudge }: NoteAbandonedOptions,
  { item, address }: GraphTarget,
  deliveryId: string,
): Promise<void> {
  const { id, pr, prRepo } = address;
  const where = `${id} --pr ${pr ?? ''}${prRepo === undefined ? '' : ` --pr-repo ${prRepo}`}`;
  const body = [
    `Pull request #${pr ?? ''}${prRepo === undefined ? '' : ` of ${prRepo}`} was closed without being merged.`,
    'Its loop still holds this work item. Open it again, or give it up with a reason:',
    '',
    `    the-loop graph abandon ${where} --reason "<why>"`,
  ].join('\n');
  const payload: WritePayload = { kind: 'comment', ref: formatRef(item), body, purpose: 'hint' };
  const key = `${refKey(item)}:abandon-note:${deliveryId}`;
  await outbox.put([
    { key, lane: refKey(item), host: item.host, kind: 'comment', payload, createdAt: now(), source: { kind: 'note' } },
  ]);
  nudge.outbox();
}
