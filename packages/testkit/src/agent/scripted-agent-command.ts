import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The command that runs the scripted agent: the built file where this package is built, otherwise its source. */
export function scriptedAgentCommand(): readonly string[] {
  const built = fileURLToPath(new URL('./scripted-agent-main.js', import.meta.url));
  if (existsSync(built)) return [process.execPath, built];
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const source = fileURLToPath(new URL('./scripted-agent-main.ts', import.meta.url));
  return [process.execPath, '--import', loader, source];
}
