import { isWorkItemId, LoopError } from '@the-loop/graph-core';
import * as v from 'valibot';
import { repoOption } from '../address.ts';
import { type OperationErrorCode } from '../errors.ts';
import { operation } from '../operation.ts';
import { type OperationContext } from '../operation-context.ts';
import { itemOf } from './item-of.ts';
import { renderWhy } from './render-why.ts';
import { readStanding } from './standing.ts';
import { whoCanAct } from './who-can-act.ts';
import { type WhyReport, whyOfItem } from './why-of-item.ts';

const Input = v.strictObject({
  item: v.pipe(v.string(), v.nonEmpty('name a work item'), v.maxLength(512)),
  repo: v.optional(v.pipe(v.string(), v.maxLength(4096))),
});

type WhyInput = v.InferOutput<typeof Input>;

/** Why a work item stands where it stands: what is unmet, who can act, what came last and what waits. */
export const why = operation<WhyInput, WhyReport>({
  name: 'why',
  summary: 'say why a work item stands where it stands, and who can move it on',
  scope: 'read',
  reach: 'memory',
  parameters: [
    { kind: 'argument', key: 'item', help: 'the work item or a pull request: owner/repo#7, or issue-7' },
    { ...repoOption, help: 'the checkout to read, where no service drives the item' },
  ],
  input: Input,
  run: (context, input) =>
    context.memory(async (memory) => {
      if (memory === null || input.repo !== undefined) return inCheckout(context, input);
      try {
        return await whyOfItem(memory, await itemOf(memory.store.records, input.item));
      } catch (error) {
        return orInCheckout(context, input, error);
      }
    }),
  text: (report) => renderWhy(report),
  exitCode: ({ known }) => (known ? 0 : 1),
});

/** An item that no service has driven may still be one of the checkout at hand. Throws `unknown` where it is not. */
async function orInCheckout(context: OperationContext, input: WhyInput, unknown: unknown): Promise<WhyReport> {
  const isUnknown = unknown instanceof LoopError && unknown.code === 'OPERATION_ITEM_UNKNOWN';
  if (!isUnknown || context.files === null) throw unknown;
  const report = await inCheckout(context, input).catch((error: unknown) => {
    throw error instanceof LoopError ? unknown : error;
  });
  if (report.known) return report;
  throw unknown;
}

/** What the files of a checkout tell. */
async function inCheckout(context: OperationContext, { item, repo }: WhyInput): Promise<WhyReport> {
  const id = idOf(item);
  const verbs = await context.verbs({ repo, item: id });
  const standing = await readStanding(verbs, { id });
  const inner = await verbs.store.innerLoops(id);
  const { authorizedUsers } = verbs.settings;
  const turns = { running: 0, waiting: 0 };
  const readable = 'unreadable' in standing ? null : standing;
  return {
    workItem: id,
    known: readable?.started !== false,
    session: null,
    control: null,
    standing,
    inner: await Promise.all(
      inner.map(async (address) => ({
        pullRequest: `${address.prRepo ?? ''}#${address.pr ?? ''}`,
        standing: await readStanding(verbs, address),
      })),
    ),
    whoCanAct: whoCanAct({
      id,
      authorizedUsers,
      session: null,
      standing: readable,
      turns,
      spawn: null,
      failedStart: null,
      failedTurn: null,
    }),
    last: null,
    lastThatActed: null,
    unfinished: [],
    turns: [],
    failedTurn: null,
    writes: [],
    now: Date.parse(verbs.now()),
  };
}

/** `issue-7`, also of `owner/repo#7`: without a service one checkout is meant. */
function idOf(text: string): string {
  const number = /#(\d{1,10})$/.exec(text)?.[1];
  const id = number === undefined ? text : `issue-${number}`;
  if (isWorkItemId(id)) return id;
  throw new LoopError<OperationErrorCode>('OPERATION_USAGE', 'that is neither a work item nor a ref', {
    remedy: 'write owner/repo#7 or issue-7',
  });
}
