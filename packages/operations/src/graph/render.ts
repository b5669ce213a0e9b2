import { type RenderItemReport, renderItem } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { type AddressInput, addressEntries, addressOptions, itemArgument, verbInput } from '../address.ts';
import { operation } from '../operation.ts';
import { printable } from '../render/printable.ts';

/** Writes an item's state file again from the facts that are held. */
export const graphRender = operation<AddressInput, RenderItemReport>({
  name: 'graph.render',
  summary: "write an item's state file again from its facts",
  scope: 'operate',
  reach: 'service',
  parameters: [itemArgument, ...addressOptions],
  input: v.strictObject(addressEntries),
  run: async (context, input) => renderItem(await context.verbs(input), verbInput(input)),
  text: ({ workItem, path, warnings }) =>
    [`${workItem}: ${path} is written`, ...warnings.map((text) => `  WARNING: ${text}`)].map(printable).join('\n'),
  exitCode: () => 0,
});
