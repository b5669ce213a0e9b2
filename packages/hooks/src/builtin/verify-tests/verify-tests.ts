import { type HookContext, type HookMessage, type HookResult, type VerifiedFact } from '@the-loop/graph-core';
import { withoutSecrets } from '../../comment-text/inert-text.ts';
import { defineHook } from '../../definition/define-hook.ts';
import { verifyTestsOptions } from './options.ts';

const MOST_LINES = 20;
const LONGEST_TAIL = 4_096;
/** The longest run plus time to end it. */
const TIMEOUT_MS = 3_660_000;

/**
 * Runs the operator's verification command. What it printed is untrusted: it is in `data.tail`, for a fence that says so, and
 * never in a message.
 */
export const verifyTests = defineHook({
  name: 'verify-tests',
  capability: 'spawn',
  timeoutMs: TIMEOUT_MS,
  dataKeys: ['facts', 'vacuous', 'notRun', 'command', 'exitCode', 'tail'],
  options: verifyTestsOptions,
  run: async (context, { timeoutSeconds }) => {
    const command = context.settings.verifyCommand;
    const [program] = command;
    if (program === undefined) return { status: 'skip', data: { vacuous: true } };
    if (context.command === undefined) return notRun(command);
    const { address } = context;
    // What is tested is what was there before: tests may write.
    const tree = (await context.command.tree?.({ without: context.directory, address })) ?? '';
    const end = await context.command.run(command, { timeoutMs: timeoutSeconds * 1000, address });
    switch (end.kind) {
      case 'not-found':
        return failed(
          command,
          { code: 'VT_NOT_FOUND', text: `the verification program \`${program}\` was not found` },
          { retriable: false },
        );
      case 'timeout':
        return failed(
          command,
          { code: 'VT_TIMEOUT', text: `the verification took longer than ${timeoutSeconds} s` },
          { data: { facts: [verified(context, { exitCode: null, tree })] } },
        );
      case 'exited':
        return exited(context, end, verified(context, { exitCode: end.code, tree }));
    }
  },
});

/** That it was run, on what, and how it ended: a fact whatever came out. */
function verified(
  { node, now, settings }: HookContext,
  { exitCode, tree }: Pick<VerifiedFact, 'exitCode' | 'tree'>,
): VerifiedFact {
  const common = { at: now, by: { login: 'the-loop' }, source: { kind: 'runtime' } } as const;
  return { kind: 'verified', ...common, node: node.id, command: settings.verifyCommand, exitCode, tree };
}

function notRun(command: readonly string[]): HookResult {
  const text = 'the verification has not been run here; claiming the node runs it';
  return {
    status: 'wait',
    messages: [{ code: 'VT_NOT_RUN', text, severity: 'info' }],
    data: { notRun: true, command },
  };
}

function failed(
  command: readonly string[],
  message: HookMessage,
  extra: { retriable?: boolean; data?: Record<string, unknown> },
): HookResult {
  const { retriable, data } = extra;
  return {
    status: 'block',
    messages: [{ ...message, severity: 'error' }],
    data: { command, ...data },
    ...(retriable === undefined ? {} : { retriable }),
  };
}

function exited(
  { settings }: HookContext,
  { code: exitCode, tail }: { readonly code: number; readonly tail: readonly string[] },
  fact: VerifiedFact,
): HookResult {
  const command = settings.verifyCommand;
  if (exitCode === 0) return { status: 'pass', data: { command, exitCode, facts: [fact] } };
  const lines = tail.filter((line) => line.trim() !== '').slice(-MOST_LINES);
  const text = `the verification \`${command.join(' ')}\` ended with exit code ${exitCode}`;
  const shown = withoutSecrets(lines.join('\n')).slice(-LONGEST_TAIL).split('\n');
  return failed(command, { code: 'VT_FAILED', text }, { data: { exitCode, tail: shown, facts: [fact] } });
}
