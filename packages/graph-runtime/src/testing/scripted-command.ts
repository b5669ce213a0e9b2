import { parseArgs } from 'node:util';
import { type LoopAddress } from '@the-loop/graph-core';
import { loadLoop } from '../loops/load-loop.ts';
import {
  exitCodeOfCheck,
  exitCodeOfCheckAll,
  exitCodeOfComplete,
  exitCodeOfDeclared,
  exitCodeOfStatus,
  exitCodeOfVerb,
} from '../render/exit-code.ts';
import { unreadReport } from '../report/check-report.ts';
import { advance } from '../verbs/advance.ts';
import { check, checkAll, status } from '../verbs/check.ts';
import { complete } from '../verbs/complete.ts';
import { force } from '../verbs/force.ts';
import { skip } from '../verbs/skip.ts';
import { type VerbContext, type VerbInput } from '../verbs/verb-context.ts';

const options = {
  repo: { type: 'string' },
  node: { type: 'string', multiple: true },
  to: { type: 'string' },
  reason: { type: 'string' },
  actor: { type: 'string' },
  ref: { type: 'string' },
  pr: { type: 'string' },
  'pr-repo': { type: 'string' },
  'fail-on': { type: 'string' },
  recompute: { type: 'boolean' },
  all: { type: 'boolean' },
} as const;

/** What a command came to. */
export interface CommandOutcome {
  readonly exit: number;
  readonly report: object;
}

/** A command line, read. */
export interface ScriptedCommand {
  readonly action: string;
  readonly repo: string | undefined;
  readonly input: VerbInput;
  readonly values: Values;
}

type Values = ReturnType<typeof parse>['values'];

/** A negative number after an option is its value, not another option. */
function parse(argv: readonly string[]) {
  const args: string[] = [];
  for (const arg of argv) {
    const option = /^-\d/.test(arg) ? args.pop() : undefined;
    args.push(option === undefined ? arg : `${option}=${arg}`);
  }
  return parseArgs({ args, options, allowPositionals: true });
}

/** Reads the command lines of the conformance data; the real command line is an application's. */
export function readCommand(argv: readonly string[]): ScriptedCommand {
  const { values, positionals } = parse(argv);
  const [action = '', id = ''] = positionals[0] === 'graph' ? positionals.slice(1) : positionals;
  const address: LoopAddress = {
    id,
    ...(values.pr === undefined ? {} : { pr: Number(values.pr) }),
    ...(values['pr-repo'] === undefined ? {} : { prRepo: values['pr-repo'] }),
  };
  const input = { address, ...(values.ref === undefined ? {} : { ref: values.ref }) };
  return { action, repo: values.repo, input, values };
}

type Act = (context: VerbContext, command: ScriptedCommand) => Promise<CommandOutcome>;

function failOn(values: Values): 'unmet' | 'block' {
  return values['fail-on'] === 'block' ? 'block' : 'unmet';
}

function actorOf(values: Values): { actor?: string } {
  return values.actor === undefined ? {} : { actor: values.actor };
}

const acts: Readonly<Record<string, Act>> = {
  async show() {
    return { exit: 0, report: { graph: (await loadLoop('pdlc-work-item-loop')).name } };
  },
  async status(context, { input }) {
    const report = await status(context, input);
    return { exit: exitCodeOfStatus(report), report };
  },
  async check(context, { input, values }) {
    if (values.all === true) {
      const all = await checkAll(context);
      return { exit: exitCodeOfCheckAll(all), report: all };
    }
    const report = await check(context, { ...input, recompute: values.recompute === true });
    return { exit: exitCodeOfCheck(report, failOn(values)), report };
  },
  async advance(context, { input }) {
    const report = await advance(context, { ...input, claim: true });
    return { exit: exitCodeOfVerb(report), report };
  },
  async complete(context, { input, values }) {
    const node = values.node?.[0];
    const report = await complete(context, { ...input, ...actorOf(values), ...(node === undefined ? {} : { node }) });
    return { exit: exitCodeOfComplete(report), report };
  },
  async skip(context, { input, values }) {
    const { node: tokens = [], reason = '' } = values;
    const report = await skip(context, { ...input, ...actorOf(values), tokens, reason });
    return {
      exit: exitCodeOfDeclared(report),
      report: { ...report, rejected: report.rejected.map(({ token }) => token) },
    };
  },
  async force(context, { input, values }) {
    const { to = '', reason = '' } = values;
    const report = await force(context, { ...input, ...actorOf(values), to, reason });
    return { exit: 0, report: { ...report, from: report.fromNode, to: report.toNode } };
  },
};

/** Carries a command out. `check` of a repository that is not there has an answer of its own. */
export function runCommand(
  command: ScriptedCommand,
  context: (repo: string | undefined) => VerbContext,
): Promise<CommandOutcome> {
  const { action, repo, input, values } = command;
  if (repo !== undefined && action === 'check') {
    const report = unreadReport(input.address.id);
    return Promise.resolve({ exit: exitCodeOfCheck(report, failOn(values)), report });
  }
  const act = acts[action];
  if (act === undefined) throw new TypeError(`the adapter knows no ${action}`);
  return act(context(repo), command);
}
