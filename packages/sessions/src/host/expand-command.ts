import { LoopError } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';

/** What a placeholder of an agent's command may stand for. */
export interface CommandValues {
  readonly promptFile: string;
  readonly sessionId: string;
  readonly workItem: string;
  readonly cwd: string;
}

/** A name after `$` belongs to a shell or a script, not to us. */
const PLACEHOLDER = /(?<!\$)\{([A-Za-z]{1,40})\}/g;
const NAMES: readonly string[] = [
  'promptFile',
  'sessionId',
  'workItem',
  'cwd',
] satisfies readonly (keyof CommandValues)[];

/**
 * The argument list of an agent. Every element stays one element, whatever is filled in, and what is filled in is not
 * read again. Throws `AGENT_COMMAND_INVALID` for an empty command, an unknown placeholder or a NUL byte.
 */
export function expandCommand(command: readonly string[], values: CommandValues): readonly [string, ...string[]] {
  const [program, ...rest] = command.map((element) => expandElement(element, values));
  if (!program) throw commandFault('an agent’s command is empty');
  return [program, ...rest];
}

/** Whether the command reads the prompt from a file. */
export function wantsPromptFile(command: readonly string[]): boolean {
  return command.some((element) => element.includes('{promptFile}'));
}

function expandElement(element: string, values: CommandValues): string {
  const expanded = element.replace(PLACEHOLDER, (whole, name: string) => {
    if (!NAMES.includes(name)) throw commandFault(`an agent’s command has the unknown placeholder ${whole}`);
    return values[name as keyof CommandValues];
  });
  if (expanded.includes('\0')) throw commandFault('an argument of an agent’s command holds a NUL byte');
  return expanded;
}

function commandFault(message: string): LoopError<SessionsErrorCode> {
  return new LoopError('AGENT_COMMAND_INVALID', message, {
    remedy: `Set sessions.agents.<name>.command to a list; it may use ${NAMES.map((name) => `{${name}}`).join(' ')}.`,
  });
}
