import { type OpenGate, readGate, renderGate } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { type AddressInput, addressEntries, addressOptions, itemArgument, verbInput } from '../address.ts';
import { operation } from '../operation.ts';

/** The gate where an item waits, and the digests of what it asks about. */
export const gateShow = operation<AddressInput, OpenGate>({
  name: 'gate.show',
  summary: 'show the gate where an item waits, and what it asks about',
  scope: 'read',
  reach: 'service',
  parameters: [itemArgument, ...addressOptions],
  input: v.strictObject(addressEntries),
  run: async (context, input) => readGate(await context.verbs(input), verbInput(input)),
  text: renderGate,
  exitCode: () => 0,
});
