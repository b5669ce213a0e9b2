import { type AnyOperation } from '@the-loop/operations';
import { type CommandLine } from './io.ts';
import { type RemoteService } from './remote.ts';
import { type Surroundings } from './surroundings.ts';

/**
 * The service that is to answer an operation; null to answer it in this process. An agent's own verbs go to the service that
 * started it. A person's writes go to the running service of this state root when it drives the item.
 */
export async function chooseService(
  line: CommandLine,
  operation: AnyOperation,
  { item, surroundings }: { readonly item: string | undefined; readonly surroundings: () => Promise<Surroundings> },
): Promise<RemoteService | null> {
  if (operation.reach === 'checkout') return null;
  const { THE_LOOP_URL: url, THE_LOOP_TOKEN: token } = line.env;
  if (url !== undefined && token !== undefined) return { url, token };
  const { stateRoot } = await surroundings();
  const { operatorToken, processTable, readInstance } = await import('@the-loop/service');
  const running = await readInstance(stateRoot, await processTable());
  if (running === null || running.url === '' || item === undefined) return null;
  const service = { url: running.url, token: operatorToken(stateRoot) };
  return (await drives(service, item)) ? service : null;
}

async function drives(service: RemoteService, item: string): Promise<boolean> {
  const response = await fetch(`${service.url}/api/v1/status`, {
    headers: { authorization: `Bearer ${service.token}` },
  }).catch(() => null);
  if (response?.ok !== true) return false;
  const { items } = (await response.json()) as { readonly items: readonly { readonly ref: string }[] };
  return items.some(({ ref }) => `issue-${ref.split('#')[1] ?? ''}` === item);
}
