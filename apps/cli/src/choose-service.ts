import path from 'node:path';
import { isWorkItemId, LoopError, safeParseRef, specIdFor } from '@the-loop/graph-core';
import { type AnyOperation } from '@the-loop/operations';
import { type CommandLine } from './io.ts';
import { refuseAgent } from './refuse-agent.ts';
import { type RemoteService, unreachable } from './remote.ts';
import { type Surroundings } from './surroundings.ts';

/** An agent's claim waits this long for a service that is being restarted. */
const AGENT_PATIENCE_MS = 60_000;

const STATUS_MS = 5000;

/** Which item is meant, and from where. */
export interface Meant {
  readonly item: string | undefined;
  /** The folder that was named, if one was. */
  readonly repo: string | undefined;
  readonly surroundings: () => Promise<Surroundings>;
}

/**
 * The service that is to answer an operation; null to answer it in this process. An agent's own verbs go to the service that
 * started it. A person's writes go to the running service of this state root when it drives that item of the repository at hand;
 * verbs about what is stored go to it in any case, unless a repository is named, or an id that it does not know. Throws `SERVICE_UNREACHABLE` when the service
 * that runs does not answer, and `OPERATION_AGENT_REFUSED` for an agent that names half of its service: it never gets the
 * operator's token instead.
 */
export async function chooseService(
  line: CommandLine,
  operation: AnyOperation,
  { item, repo, surroundings }: Meant,
): Promise<RemoteService | null> {
  // No service would let an agent do it, and one that is gone is not waited for to say so.
  if (operation.scope === 'admin') refuseAgent(line, `run ${operation.name.replace('.', ' ')}`);
  if (isAnsweredHere(operation, repo)) return null;
  const own = agentService(line);
  if (own !== null) return own;
  const service = await runningService(line, surroundings);
  if (service === null || (operation.reach === 'memory' && !mayBeOfCheckout(operation, item))) return service;
  return item === undefined ? null : drivenFrom(service, item, path.resolve(line.cwd, repo ?? '.'));
}

/** The service as it is asked about an item of the repository in a folder; null when it does not drive that item. */
async function drivenFrom(service: RemoteService, item: string, folder: string): Promise<RemoteService | null> {
  const { repositoryOf } = await import('./local-service.ts');
  const slug = await repositoryOf(folder);
  const meant = slug === '' ? service : { ...service, repo: slug };
  return (await drives(meant, item)) ? meant : null;
}

/** What is stored and what a checkout holds both tell of an item that is named by its id alone. */
function mayBeOfCheckout({ parameters }: AnyOperation, item: string | undefined): boolean {
  return item !== undefined && isWorkItemId(item) && parameters.some(({ key }) => key === 'repo');
}

function isAnsweredHere({ reach }: AnyOperation, repo: string | undefined): boolean {
  return reach === 'checkout' || (reach === 'memory' && repo !== undefined);
}

/** The service that started the agent at hand; null for a person. Throws `OPERATION_AGENT_REFUSED` for half of one. */
function agentService({ env }: CommandLine): RemoteService | null {
  const { THE_LOOP_URL: url, THE_LOOP_TOKEN: token } = env;
  if (url === undefined && token === undefined) return null;
  if (url !== undefined && token !== undefined) return { url, token, patienceMs: AGENT_PATIENCE_MS };
  throw new LoopError(
    'OPERATION_AGENT_REFUSED',
    'an agent cannot act with one of THE_LOOP_URL and THE_LOOP_TOKEN only',
    {
      remedy: 'an agent keeps both as it got them; a person unsets both',
    },
  );
}

/** The service that holds the state root; null when there is none. */
async function runningService(line: CommandLine, surroundings: Meant['surroundings']): Promise<RemoteService | null> {
  const { stateRoot } = await surroundings();
  const { operatorToken, processTable, readInstance } = await import('./local-service.ts');
  const running = await readInstance(stateRoot, await processTable());
  if (running === null) return null;
  if (running.url === '') throw unreachable(new Error('it does not listen yet'));
  return { url: running.url, token: operatorToken(stateRoot), user: line.user };
}

/** Two repositories may both have an issue of that number: where the one at hand is known, it is the one that is meant. */
async function drives(service: RemoteService, item: string): Promise<boolean> {
  const response = await fetch(`${service.url}/api/v1/status`, {
    headers: { authorization: `Bearer ${service.token}` },
    signal: AbortSignal.timeout(STATUS_MS),
  }).catch((error: unknown) => {
    throw unreachable(error);
  });
  if (!response.ok) throw new LoopError('SERVICE_FAULT', `the service answered ${response.status}`);
  const { items } = (await response.json()) as { readonly items: readonly { readonly ref: string }[] };
  return items.some(({ ref }) => {
    const parsed = safeParseRef(ref);
    if (!parsed.ok || specIdFor(parsed.value) !== item) return false;
    const { owner, repo } = parsed.value;
    return service.repo === undefined || `${owner}/${repo}`.toLowerCase() === service.repo.toLowerCase();
  });
}
