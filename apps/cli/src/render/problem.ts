import { LoopError, printable } from '@the-loop/graph-core';

/** One line that says what went wrong, why, and what fixes it. Causes are followed, secrets are never in messages. */
export function problemLine(error: unknown): string {
  if (error instanceof LoopError) {
    const fix = error.remedy ? ` — to fix it: ${error.remedy}` : '';
    return `error: ${oneLine(error.message)} (${error.code})${fix}`;
  }
  const reason = error instanceof Error ? error.message : String(error);
  return `error: unexpected fault: ${oneLine(reason)} — to fix it: report it with the output of \`the-loop --version\``;
}

/** The same for a command line that cannot be read. The help that is named is that of the command as far as it was written. */
export function usageLine({ message }: { readonly message: string }, args: readonly string[]): string {
  const flag = args.findIndex((arg) => arg.startsWith('-'));
  const words = args.slice(0, flag === -1 ? 2 : Math.min(flag, 2)).filter((arg) => /^[a-z-]+$/.test(arg));
  const command = message.includes('unknown command') ? words.slice(0, -1) : words;
  return `${oneLine(message)} — to fix it: ${['the-loop', ...command, '--help'].join(' ')}`;
}

function oneLine(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' ').trim());
}
