import { createInterface } from 'node:readline/promises';
import { type Asker } from './init-questions.ts';

/** Asks at the terminal, on stderr, so that stdout stays the result. `close` gives the terminal back. */
export function createTerminalAsker(): Asker & { close(): void } {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return {
    ask: async (question) => (await terminal.question(question)).trim(),
    tell: (text) => void process.stderr.write(text),
    close: () => terminal.close(),
  };
}
