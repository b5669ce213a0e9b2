import { LoopError } from '@the-loop/graph-core';
import {
  type CheckAllReport,
  type CheckReport,
  check,
  checkAll,
  exitCodeOfCheck,
  exitCodeOfCheckAll,
  renderCheck,
  renderCheckAll,
  unreadReport,
  type VerbContext,
} from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { addressEntries, addressOptions, verbInput } from '../address.ts';
import { operation } from '../operation.ts';
import { withServiceWarning } from './driven-elsewhere.ts';

const Input = v.strictObject({
  ...addressEntries,
  item: v.optional(addressEntries.item),
  all: v.optional(v.boolean(), false),
  recompute: v.optional(v.boolean(), false),
  confirm: v.optional(v.boolean(), false),
  requireConfirmed: v.optional(v.boolean(), false),
  failOn: v.optional(v.picklist(['unmet', 'block']), 'unmet'),
});

type CheckInput = v.InferOutput<typeof Input>;
type Checked =
  | { readonly kind: 'one'; readonly report: CheckReport }
  | { readonly kind: 'all'; readonly report: CheckAllReport };

/** A repository that is not there fails the check, and says nothing of the disk. */
async function orUnread(id: string, look: () => Promise<Checked>): Promise<Checked> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof LoopError && error.code === 'ITEM_REPOSITORY_MISSING')
      return { kind: 'one', report: unreadReport(id) };
    throw error;
  }
}

/** What was typed on this machine is asked for only where an answer has to be confirmed: elsewhere a recorded one counts. */
function demandsOf(verbs: VerbContext, { recompute, confirm, requireConfirmed }: CheckInput) {
  const asks = (confirm || requireConfirmed) && verbs.holds !== undefined;
  return { recompute, confirm, requireConfirmed, ...(asks ? { holds: verbs.holds } : {}) };
}

/** Throws `OPERATION_USAGE`. */
function refuseMixed({ item, all, pr, prRepo, ref }: CheckInput): void {
  if ((item === undefined) === !all) {
    throw new LoopError('OPERATION_USAGE', 'name one work item, or pass --all', { remedy: 'the-loop check issue-12' });
  }
  const given = Object.entries({ '--pr': pr, '--pr-repo': prRepo, '--ref': ref }).filter(
    ([, each]) => each !== undefined,
  );
  if (!all || given.length === 0) return;
  throw new LoopError(
    'OPERATION_USAGE',
    `${given.map(([flag]) => flag).join(' and ')} is about one work item, and --all about every one`,
    {
      remedy: 'the-loop check issue-12 --pr 7',
    },
  );
}

/** Is the process satisfied? Reads only, and nothing over the network unless asked to confirm. */
export const checkItems = operation<CheckInput, Checked>({
  name: 'check',
  summary: 'is the process satisfied? for people and for CI',
  scope: 'read',
  reach: 'checkout',
  parameters: [
    { kind: 'argument', key: 'item', help: 'the work item, such as issue-12', optional: true },
    { kind: 'option', key: 'all', flag: '--all', help: 'every work item of the repository', takes: 'nothing' },
    {
      kind: 'option',
      key: 'recompute',
      flag: '--recompute',
      help: 'believe neither the pointer nor forces',
      takes: 'nothing',
    },
    {
      kind: 'option',
      key: 'confirm',
      flag: '--confirm',
      help: 'read the sources of recorded answers on GitHub again',
      takes: 'nothing',
    },
    {
      kind: 'option',
      key: 'requireConfirmed',
      flag: '--require-confirmed',
      help: 'answers that are only recorded do not count',
      takes: 'nothing',
    },
    { kind: 'option', key: 'failOn', flag: '--fail-on <what>', help: 'unmet (default) or block', takes: 'text' },
    ...addressOptions,
  ],
  input: Input,
  async run(context, input) {
    refuseMixed(input);
    const { item } = input;
    return orUnread(item ?? 'all items', async () => {
      const verbs = await context.verbs(input);
      const demands = demandsOf(verbs, input);
      if (item === undefined) return { kind: 'all', report: await checkAll(verbs, demands) };
      const report = await check(verbs, { ...verbInput({ ...input, item }), ...demands });
      return { kind: 'one', report: await withServiceWarning(context, verbs, report) };
    });
  },
  text: (checked) => (checked.kind === 'one' ? renderCheck(checked.report) : renderCheckAll(checked.report)),
  exitCode: (checked, { failOn }) =>
    checked.kind === 'one' ? exitCodeOfCheck(checked.report, failOn) : exitCodeOfCheckAll(checked.report, failOn),
});
