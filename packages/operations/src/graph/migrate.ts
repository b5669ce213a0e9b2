import { exitCodeOfMigration, type MigrateReport, migrate, renderMigration } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { addressEntries, addressOptions, itemArgument, refuseAgent, verbInput } from '../address.ts';
import { operation } from '../operation.ts';

const Input = v.strictObject({
  ...addressEntries,
  to: v.pipe(v.string('pass --to <loop>'), v.maxLength(100)),
  at: v.optional(v.string()),
  dryRun: v.optional(v.boolean(), false),
  acceptLostGates: v.optional(v.boolean(), false),
  actor: v.optional(v.pipe(v.string(), v.maxLength(200))),
});

/** Moves an item to another graph, or to the present version of its own. */
export const graphMigrate = operation<v.InferOutput<typeof Input>, MigrateReport>({
  name: 'graph.migrate',
  summary: 'move an item to another graph, with a preview',
  scope: 'admin',
  reach: 'service',
  parameters: [
    itemArgument,
    { kind: 'option', key: 'to', flag: '--to <loop>', help: 'the loop to walk from now on', takes: 'text' },
    {
      kind: 'option',
      key: 'at',
      flag: '--at <node>',
      help: 'where to go on, when the present node is gone',
      takes: 'text',
    },
    {
      kind: 'option',
      key: 'dryRun',
      flag: '--dry-run',
      help: 'show what would be kept, dropped and new; move nothing',
      takes: 'nothing',
    },
    {
      kind: 'option',
      key: 'acceptLostGates',
      flag: '--accept-lost-gates',
      help: 'move although a gate gets lost by it',
      takes: 'nothing',
    },
    { kind: 'option', key: 'actor', flag: '--actor <who>', help: 'a note beside who migrates', takes: 'text' },
    ...addressOptions,
  ],
  input: Input,
  async run(context, input) {
    refuseAgent(context, 'migrate');
    const { to, at, dryRun, acceptLostGates, actor } = input;
    const rest = { ...(at === undefined ? {} : { at }), ...(actor === undefined ? {} : { actor }) };
    return migrate(await context.verbs(input), {
      ...verbInput(input),
      to,
      dryRun,
      authorized: acceptLostGates,
      ...rest,
    });
  },
  text: renderMigration,
  exitCode: exitCodeOfMigration,
});
