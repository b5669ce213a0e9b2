import { type ParsedCommand } from './command.ts';
import { matchCommands } from './match-commands.ts';
import { type CommandOptions } from './phrases.ts';

/**
 * Reads the control command of a comment or review. The same command twice is that command, with the arguments of the
 * first; two different ones are ambiguous. Any text is accepted; which deliveries may command is decided elsewhere.
 */
export function parseCommand(body: string, options: CommandOptions = {}): ParsedCommand {
  const matches = matchCommands(body, options);
  const stated = matches.filter(({ kind }) => kind === 'command');
  const commands = [...new Set(stated.map(({ command }) => command))];
  if (commands.length > 1) return { kind: 'ambiguous', commands };
  const [first] = stated;
  if (first !== undefined) return { kind: 'command', command: first.command, args: first.args };
  const [miss] = matches;
  return miss === undefined ? { kind: 'none' } : { kind: 'near-miss', command: miss.command };
}
