import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { type OperatorConfig } from '@the-loop/config';
import { LoopError } from '@the-loop/graph-core';
import { agentFor } from '@the-loop/sessions';

/** What of the agent's environment matters here. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Why the chosen agent could not be started as things are; null where its program is found, or none is chosen. */
export async function missingAgent({ sessions }: OperatorConfig, environment: Environment): Promise<string | null> {
  const { agent: name, agents } = sessions;
  if (name === '') return null;
  try {
    const configured = agents[name];
    const { command } = agentFor(name, configured).command({ sessionId: randomUUID(), resume: false });
    const [program = ''] = command;
    const search = configured?.env['PATH'] ?? environment['PATH'] ?? '';
    return (await isProgram(program, search)) ? null : `${program}, the program of the agent ${name}, was not found`;
  } catch (error) {
    if (error instanceof LoopError) return error.message;
    throw error;
  }
}

async function isProgram(program: string, search: string): Promise<boolean> {
  // Relative to the checkout of an item, which is not there yet.
  if (/^\.{1,2}[\\/]/.test(program)) return true;
  const isPlain = !/[\\/]/.test(program);
  const folders = isPlain ? search.split(path.delimiter).filter((folder) => path.isAbsolute(folder)) : [''];
  const endings = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : [''];
  const files = folders.flatMap((folder) => endings.map((ending) => path.join(folder, `${program}${ending}`)));
  const found = await Promise.all(files.map(isExecutable));
  return found.includes(true);
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
