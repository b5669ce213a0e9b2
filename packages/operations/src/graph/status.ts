import { type CheckReport, exitCodeOfStatus, renderStatus, status } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { type AddressInput, addressEntries, addressOptions, itemArgument, verbInput } from '../address.ts';
import { operation } from '../operation.ts';
import { withServiceWarning } from './driven-elsewhere.ts';

/** Where a work item is, node by node. Reads only. */
export const graphStatus = operation<AddressInput, CheckReport>({
  name: 'graph.status',
  summary: 'show where a work item is, and what each node says',
  scope: 'read',
  reach: 'checkout',
  parameters: [itemArgument, ...addressOptions],
  input: v.strictObject(addressEntries),
  async run(context, input) {
    const verbs = await context.verbs(input);
    return withServiceWarning(context, verbs, await status(verbs, verbInput(input)));
  },
  text: renderStatus,
  exitCode: exitCodeOfStatus,
});
