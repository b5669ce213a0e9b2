import { type Graph, graphToJSON, renderGraph, type StateView } from '@the-loop/graph-core';
import { defaultLoop, innerLoop, loadLoop, openLoop, renderGraphText } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { type AddressInput, addressEntries, addressOptions, verbInput } from '../address.ts';
import { operation } from '../operation.ts';
import { type OperationContext } from '../operation-context.ts';

const Input = v.strictObject({
  ...addressEntries,
  item: v.optional(addressEntries.item),
  loop: v.optional(v.string()),
  format: v.optional(v.picklist(['text', 'json', 'mermaid', 'dot']), 'text'),
});

type ShowInput = v.InferOutput<typeof Input>;

interface Shown {
  readonly text: string;
  readonly graph: ReturnType<typeof graphToJSON>;
}

async function graphOf(
  context: OperationContext,
  input: ShowInput,
): Promise<{ graph: Graph; state?: Parameters<typeof renderGraph>[2]; view?: StateView }> {
  if (input.item === undefined) {
    const verb = verbInput({ ...input, item: 'any' });
    const name = input.loop ?? (verb.address.pr === undefined ? defaultLoop : innerLoop);
    return { graph: await loadLoop(name, { graphs: await context.graphs() }) };
  }
  const place: AddressInput = { ...input, item: input.item };
  const verbs = await context.verbs({ repo: input.repo, item: input.item });
  const loop = input.loop === undefined ? {} : { loop: input.loop };
  const open = await openLoop(verbs, { ...verbInput(place), ...loop });
  return { graph: open.graph, state: open.state };
}

/** Shows a process graph: that of an item with its position, or a shipped one. */
export const graphShow = operation<ShowInput, Shown>({
  name: 'graph.show',
  summary: 'show a process graph, with the position of an item',
  scope: 'read',
  reach: 'checkout',
  parameters: [
    { kind: 'argument', key: 'item', help: 'the work item whose graph and position are shown', optional: true },
    {
      kind: 'option',
      key: 'loop',
      flag: '--loop <name>',
      help: "one of the shipped loops, or of the operator's own",
      takes: 'text',
    },
    { kind: 'option', key: 'format', flag: '--format <format>', help: 'text, json, mermaid or dot', takes: 'text' },
    ...addressOptions,
  ],
  input: Input,
  async run(context, input) {
    const { graph, state } = await graphOf(context, input);
    const json = graphToJSON(graph);
    if (input.format === 'json') return { text: JSON.stringify(json, null, 2), graph: json };
    if (input.format === 'text') return { text: renderGraphText(graph, state), graph: json };
    return { text: renderGraph(graph, input.format, state), graph: json };
  },
  text: ({ text }) => text,
  exitCode: () => 0,
});
