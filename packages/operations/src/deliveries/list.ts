import { refKey } from '@the-loop/graph-core';
import { type DeliveryStatus } from '@the-loop/store';
import * as v from 'valibot';
import { itemOf } from '../explain/item-of.ts';
import { withMemory } from '../memory.ts';
import { operation } from '../operation.ts';
import { pageEntries, pageOptions } from '../page.ts';
import { columns, counted } from '../render/columns.ts';
import { clipped } from '../render/printable.ts';
import { happeningName, type ListedDelivery, listedDelivery } from './listed-delivery.ts';

const Input = v.strictObject({
  status: v.optional(v.picklist(['open', 'settled', 'dropped', 'dead'], 'is open, settled, dropped or dead')),
  workItem: v.optional(v.pipe(v.string(), v.maxLength(512))),
  event: v.optional(v.pipe(v.string(), v.maxLength(100))),
  ...pageEntries,
});

interface Listed {
  readonly counts: Readonly<Record<DeliveryStatus, number>>;
  /** Newest first. */
  readonly deliveries: readonly ListedDelivery[];
}

/** What GitHub sent, newest first, and what became of it. */
export const deliveriesList = operation<v.InferOutput<typeof Input>, Listed>({
  name: 'deliveries.list',
  summary: 'list what GitHub sent, newest first, and what became of it',
  scope: 'read',
  reach: 'memory',
  parameters: [
    { kind: 'option', key: 'status', flag: '--status <status>', help: 'open, settled, dropped or dead', takes: 'text' },
    {
      kind: 'option',
      key: 'workItem',
      flag: '--work-item <ref>',
      help: 'those decided for this work item: owner/repo#7 or issue-7',
      takes: 'text',
    },
    { kind: 'option', key: 'event', flag: '--event <name>', help: 'such as issue_comment', takes: 'text' },
    ...pageOptions,
  ],
  input: Input,
  run: (context, { status, workItem, event, before, limit }) =>
    withMemory(context, async ({ store }) => {
      const item = workItem === undefined ? null : await itemOf(store.records, workItem);
      const found = await store.inbox.list({
        limit,
        ...(status === undefined ? {} : { status }),
        ...(item === null ? {} : { lane: refKey(item) }),
        ...(event === undefined ? {} : { event }),
        ...(before === undefined ? {} : { before }),
      });
      return { counts: await store.inbox.count(), deliveries: found.map(listedDelivery) };
    }),
  text: render,
  exitCode: () => 0,
});

function render({ counts, deliveries }: Listed): string {
  const { open, settled, dropped, dead } = counts;
  const sum = `${open} open, ${settled} settled, ${dropped} dropped, ${counted(dead, 'dead letter', 'dead letters')}`;
  if (deliveries.length === 0) return `no such deliveries (${sum})`;
  const rows = deliveries.map((each) => [
    String(each.id),
    each.receivedAt,
    happeningName(each),
    each.actor,
    each.workItem,
    each.status,
    each.status === 'open' || each.status === 'dead' ? problemOf(each) : each.reason,
  ]);
  return [columns(['No.', 'Received', 'Event', 'By', 'Work item', 'Status', 'Reason'], rows), sum].join('\n');
}

function problemOf({ status, error, reason, attempts, nextTry }: ListedDelivery): string {
  if (status === 'dead') return clipped(reason, 80);
  return attempts === 0 ? '' : clipped(`tried ${attempts}×, again at ${nextTry ?? ''}: ${error}`, 100);
}
