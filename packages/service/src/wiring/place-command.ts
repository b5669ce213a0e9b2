import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A `the-loop` that runs this very installation, for agents to find on their PATH. Answers its folder. */
export function placeCommand(stateRoot: string, command: readonly string[]): string {
  const bin = path.join(stateRoot, 'bin');
  mkdirSync(bin, { recursive: true, mode: 0o700 });
  const file = path.join(bin, 'the-loop');
  const quoted = command.map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ');
  writeFileSync(file, `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o700 });
  chmodSync(file, 0o700);
  return bin;
}
