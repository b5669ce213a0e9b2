import { type Graph } from '@the-loop/graph-core';
import {
  type DeclareReport,
  exitCodeOfDeclared,
  openLoop,
  renderDeclared,
  skip,
  unskip,
} from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { addressEntries, addressOptions, itemArgument, refuseAgent, verbInput } from '../address.ts';
import { type Parameter } from '../define-operation.ts';
import { operation } from '../operation.ts';

const Input = v.strictObject({
  ...addressEntries,
  node: v.pipe(v.array(v.string()), v.minLength(1, 'pass --node at least once')),
  reason: v.string('pass --reason: there is no unexplained declaration'),
  actor: v.optional(v.pipe(v.string(), v.maxLength(200))),
});

const parameters: readonly Parameter[] = [
  itemArgument,
  { kind: 'option', key: 'node', flag: '--node <token>', help: 'a node or a skip set; may be repeated', takes: 'list' },
  { kind: 'option', key: 'reason', flag: '--reason <text>', help: 'why', takes: 'text' },
  { kind: 'option', key: 'actor', flag: '--actor <who>', help: 'a note beside who declares', takes: 'text' },
  ...addressOptions,
];

/** Gates among what was declared: nobody is asked there. */
function bypassed(graph: Graph, { declared }: DeclareReport): string[] {
  const gates = graph.nodes.filter(({ id, actor }) => actor === 'human' && declared.includes(id));
  return gates.map(({ id }) => `bypasses ${id}, which waits for people`);
}

function declaration(name: 'graph.skip' | 'graph.unskip', summary: string, verb: typeof skip) {
  return operation<v.InferOutput<typeof Input>, DeclareReport>({
    name,
    summary,
    scope: 'admin',
    reach: 'service',
    parameters,
    input: Input,
    async run(context, input) {
      refuseAgent(context, name.slice('graph.'.length));
      const actor = input.actor === undefined ? {} : { actor: input.actor };
      const verbs = await context.verbs(input);
      const given = { ...verbInput(input), tokens: input.node, reason: input.reason, ...actor };
      if (name !== 'graph.skip') return verb(verbs, given);
      // Read ahead: a fault after the declaration would deny what is recorded.
      const { graph } = await openLoop(verbs, verbInput(input));
      const report = await verb(verbs, given);
      return { ...report, warnings: [...bypassed(graph, report), ...report.warnings] };
    },
    text: renderDeclared,
    exitCode: exitCodeOfDeclared,
  });
}

/** Declares phases skipped, ahead of the pointer. */
export const graphSkip = declaration('graph.skip', 'declare phases skipped, with a reason', skip);

/** Takes declared skips back, and chooses opt-in phases. */
export const graphUnskip = declaration('graph.unskip', 'take declared skips back, or choose opt-in phases', unskip);
