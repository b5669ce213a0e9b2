import { refKey } from '@the-loop/graph-core';
import { pendingEffects } from '@the-loop/graph-runtime';
import { type OutboxStatus } from '@the-loop/store';
import * as v from 'valibot';
import { repoOption } from '../address.ts';
import { itemOf } from '../explain/item-of.ts';
import { operation } from '../operation.ts';
import { type OperationContext } from '../operation-context.ts';
import { pageEntries, pageOptions } from '../page.ts';
import { columns } from '../render/columns.ts';
import { clipped } from '../render/printable.ts';
import { type ServiceMemory } from '../service-memory.ts';
import { type ListedWrite, listedEffect, listedWrite } from './listed-write.ts';

const Input = v.strictObject({
  status: v.optional(
    v.picklist(['waiting', 'in-flight', 'done', 'dead', 'all'], 'is waiting, in-flight, done, dead or all'),
  ),
  workItem: v.optional(v.pipe(v.string(), v.maxLength(512))),
  ...pageEntries,
  repo: v.optional(v.pipe(v.string(), v.maxLength(4096))),
});

type ListInput = v.InferOutput<typeof Input>;

interface Listed {
  /** Null where no service has run: then the writes are those that stand in the items of the repository. */
  readonly counts: Readonly<Record<OutboxStatus, number>> | null;
  readonly writes: readonly ListedWrite[];
  /** Items whose state could not be read. */
  readonly unreadable: readonly string[];
}

/** Writes to GitHub: by default those that are not done. */
export const outboxList = operation<ListInput, Listed>({
  name: 'outbox.list',
  summary: 'list the writes to GitHub that are not done',
  scope: 'read',
  reach: 'memory',
  parameters: [
    {
      kind: 'option',
      key: 'status',
      flag: '--status <status>',
      help: 'waiting, in-flight, done, dead or all, instead of what is not done',
      takes: 'text',
    },
    { kind: 'option', key: 'workItem', flag: '--work-item <ref>', help: 'owner/repo#7 or issue-7', takes: 'text' },
    ...pageOptions,
    { ...repoOption, help: 'what verbs at a terminal left in this checkout, instead of what the service stored' },
  ],
  input: Input,
  run: (context, input) =>
    context.memory((memory) =>
      memory === null || input.repo !== undefined ? inCheckout(context, input) : inStore(memory, input),
    ),
  text: render,
  exitCode: () => 0,
});

const UNDONE: readonly OutboxStatus[] = ['waiting', 'in-flight', 'dead'];

async function inStore({ store }: ServiceMemory, { status, workItem, before, limit }: ListInput): Promise<Listed> {
  const item = workItem === undefined ? null : await itemOf(store.records, workItem);
  const filter = {
    limit,
    ...(item === null ? {} : { lane: refKey(item) }),
    ...(before === undefined ? {} : { before }),
  };
  const rows =
    status === 'all'
      ? await store.outbox.list(filter)
      : (
          await Promise.all(
            (status === undefined ? UNDONE : [status]).map((each) => store.outbox.list({ ...filter, status: each })),
          )
        ).flat();
  const newest = rows.sort((a, b) => b.id - a.id).slice(0, limit);
  return { counts: await store.outbox.count(), writes: newest.map(listedWrite), unreadable: [] };
}

async function inCheckout(context: OperationContext, { repo, limit }: ListInput): Promise<Listed> {
  const { waiting, unreadable } = await pendingEffects(await context.verbs({ repo }));
  return {
    counts: null,
    writes: waiting.slice(0, limit).map(listedEffect),
    unreadable: unreadable.map(({ id }) => id),
  };
}

function render({ counts, writes, unreadable }: Listed): string {
  const sum =
    counts === null
      ? `${writes.length} in this checkout${writes.length === 0 ? '' : '; try them with: the-loop outbox flush --repo .'}`
      : `${counts.waiting} waiting, ${counts['in-flight']} in flight, ${counts.dead} dead, ${counts.done} done; what verbs at a terminal left in a checkout: --repo .`;
  const warnings = unreadable.map(
    (id) => `WARNING: the state of ${id} cannot be read; see the-loop graph status ${id}`,
  );
  if (writes.length === 0) return [`no such writes (${sum})`, ...warnings].join('\n');
  const rows = writes.map((each) => [
    each.id === null ? '' : String(each.id),
    each.createdAt,
    each.workItem,
    each.kind,
    each.about,
    each.status,
    outcome(each),
  ]);
  return [columns(['No.', 'Stored', 'Work item', 'Kind', 'About', 'Status', ''], rows), sum, ...warnings].join('\n');
}

/** The last column: long enough for what is wrong and what helps. */
const LONGEST_OUTCOME = 400;

function outcome({ status, attempts, error, nextTry, url }: ListedWrite): string {
  if (status === 'done') return url;
  if (attempts === 0) return '';
  return clipped(`tried ${attempts}×${nextTry === null ? '' : `, again at ${nextTry}`}: ${error}`, LONGEST_OUTCOME);
}
