import { createInterface } from 'node:readline/promises';
import { type Readable, type Writable } from 'node:stream';
import { LoopError } from '@the-loop/graph-core';
import { type CliErrorCode } from '../errors.ts';
import { type Asker } from './init-questions.ts';

/**
 * Asks at the terminal, on stderr, so that stdout stays the result. Asking throws `INIT_STOPPED` when the person leaves, with
 * Ctrl-C or Ctrl-D. `close` gives the terminal back.
 */
export function createTerminalAsker(
  input: Readable = process.stdin,
  output: Writable = process.stderr,
): Asker & { close(): void } {
  const terminal = createInterface({ input, output });
  const left = new Promise<never>((_, reject) => {
    terminal.once('close', () => reject(stopped()));
  });
  left.catch(() => undefined);
  return {
    async ask(question) {
      const reply = terminal.question(question).catch(() => left);
      return (await Promise.race([reply, left])).trim();
    },
    tell: (text) => void output.write(text),
    close: () => terminal.close(),
  };
}

function stopped(): LoopError {
  return new LoopError<CliErrorCode>('INIT_STOPPED', 'stopped; nothing was written', { remedy: 'the-loop init' });
}
