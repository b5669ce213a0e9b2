import { parseRef, refKey } from '@the-loop/graph-core';
import { comment, issue } from './deliveries.ts';
import { type World } from './world.ts';

export const TICKET = { repository: 'acme/app', number: 12 };
export const OLD = parseRef('github:acme/app#12');
export const NEW = parseRef('github:acme/next#3');
export const NEW_TICKET = { repository: 'acme/next', number: 3 };
const CHANGES = { new_issue: { number: 3 }, new_repository: { full_name: 'acme/next' } };

export const start = comment(TICKET, 'the-loop start');
/** GitHub says that the ticket is another repository's. */
export function transferred(author = 'alice') {
  const { payload } = issue(TICKET, 'transferred', author);
  return { event: 'issues', payload: { ...payload, changes: CHANGES } };
}

/** GitHub says that the ticket's repository is called otherwise. */
export function renamed(id = 77) {
  const repository = { id, full_name: 'acme/other', html_url: 'https://github.com/acme/other' };
  const changes = { repository: { name: { from: 'app' } } };
  return { event: 'repository', payload: { action: 'renamed', repository, changes, sender: { login: 'carol' } } };
}

/** A prompt that waits for the item's agent. */
export async function putTurn({ store }: World): Promise<void> {
  const key = refKey(OLD);
  await store.turns.put([{ key: 'turn', endpoint: key, lane: key, kind: 'event', prompt: 'work', createdAt: 1 }]);
}

/** Kind and key of everything that is kept under a key. */
export async function keptUnder(world: World, key: string): Promise<string[]> {
  const kinds = ['session', 'control', 'owner', 'ledger', 'agent-token', 'standing-text'];
  const found = await Promise.all(kinds.map((kind) => world.store.records.list(kind, { prefix: key })));
  const records = found.flatMap((rows, index) => rows.map((row) => `${kinds[index]} ${row.key}`));
  const lanes = [
    ...(await world.store.inbox.list({ lane: key, limit: 100 })).map(() => 'delivery'),
    ...(await world.store.turns.list({ lane: key, limit: 100 })).map(() => 'turn'),
    ...(await world.store.outbox.list({ lane: key, limit: 100 })).map(() => 'write'),
  ];
  return [...records, ...new Set(lanes)];
}
