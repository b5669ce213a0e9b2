import { advance, exitCodeOfVerb, renderAdvance, type VerbReport } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { type AddressInput, addressEntries, addressOptions, itemArgument, verbInput } from '../address.ts';
import { operation } from '../operation.ts';

/** Evaluates the current gate and takes the matching edge: one boundary. */
export const graphAdvance = operation<AddressInput, VerbReport>({
  name: 'graph.advance',
  summary: 'evaluate the current node and take the matching edge',
  scope: 'operate',
  reach: 'service',
  parameters: [itemArgument, ...addressOptions],
  input: v.strictObject(addressEntries),
  run: async (context, input) => advance(await context.verbs(input), { ...verbInput(input), claim: true }),
  text: renderAdvance,
  exitCode: exitCodeOfVerb,
});
