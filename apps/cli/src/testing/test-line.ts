import { type CommandLine } from '../io.ts';

/** What a command printed. */
export interface Printed {
  out: string;
  err: string;
}

/** The line of a command on no terminal, and what is printed to it. */
export function testLine({ env, cwd, home }: Pick<CommandLine, 'env' | 'cwd' | 'home'>): {
  readonly line: CommandLine;
  readonly printed: Printed;
} {
  const printed = { out: '', err: '' };
  const line: CommandLine = {
    ...{ env, cwd, home, platform: 'linux', user: 'alice', isTerminal: false },
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
  };
  return { line, printed };
}
