import { LoopError } from '@the-loop/graph-core';

/** One line that says what went wrong, why, and what fixes it. Causes are followed, secrets are never in messages. */
export function problemLine(error: unknown): string {
  if (error instanceof LoopError) {
    const fix = error.remedy ? ` — to fix it: ${error.remedy}` : '';
    return `error: ${oneLine(error.message)} (${error.code})${fix}`;
  }
  const reason = error instanceof Error ? error.message : String(error);
  return `error: unexpected fault: ${oneLine(reason)} — to fix it: report it with the output of \`the-loop --version\``;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
