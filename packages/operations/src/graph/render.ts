import { LoopError } from '@the-loop/graph-core';
import { loopKey, type OpenLoop, openLoop, type RenderItemReport, renderItem } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { type AddressInput, addressEntries, addressOptions, itemArgument, verbInput } from '../address.ts';
import { type OperationErrorCode } from '../errors.ts';
import { operation } from '../operation.ts';
import { printable } from '../render/printable.ts';

const LOST =
  'ALL FACTS ARE LOST: the file could not be read and nothing else holds them, so the item stands as never started; mend the kept file, or take an older one from git';

interface Rendered extends RenderItemReport {
  /** The file could not be read and nothing else holds its facts: it is as if the item was never started. */
  readonly isEmpty: boolean;
}

/** Throws `OPERATION_NOTHING_STORED`: a mistyped id makes no item. */
function refuseUnknown({ loop, state, address }: OpenLoop): void {
  if (loop.exists || state.facts.length > 0) return;
  throw new LoopError<OperationErrorCode>(
    'OPERATION_NOTHING_STORED',
    `nothing is stored of ${loopKey(address)}: there is no ${loop.path}`,
    { remedy: `the-loop graph start ${address.id}` },
  );
}

/** Writes an item's state file again from the facts that are held. */
export const graphRender = operation<AddressInput, Rendered>({
  name: 'graph.render',
  summary: "write an item's state file again from its facts",
  scope: 'operate',
  reach: 'service',
  parameters: [itemArgument, ...addressOptions],
  input: v.strictObject(addressEntries),
  async run(context, input) {
    const verbs = await context.verbs(input);
    const open = await openLoop(verbs, verbInput(input));
    refuseUnknown(open);
    const isEmpty = open.loop.problem !== null && open.state.facts.length === 0;
    return { ...(await renderItem(verbs, verbInput(input))), isEmpty };
  },
  text: ({ workItem, path, warnings, isEmpty }) =>
    [
      `${workItem}: ${path} is written`,
      ...warnings.map((text) => `  WARNING: ${text}`),
      ...(isEmpty ? [`  WARNING: ${LOST}`] : []),
    ]
      .map(printable)
      .join('\n'),
  exitCode: ({ isEmpty }) => (isEmpty ? 1 : 0),
});
