import { expect, it } from 'vitest';
import { comment, issue, type Sent } from '../testing/deliveries.ts';
import { createWorld, ends, play } from '../testing/world.ts';

const TICKET = { repository: 'acme/app', number: 12 };

/** The ticket says `body` since the second `at`. */
function edited(body: string, at: number, more: object = {}): Sent {
  const { event, payload } = issue(TICKET, 'edited');
  const updated_at = `2026-01-01T00:00:${String(at).padStart(2, '0')}Z`;
  const ticket = { ...(payload['issue'] as object), node_id: 'I_12', body, updated_at };
  return { event, payload: { ...payload, issue: ticket, ...more } };
}

async function told(...edits: readonly Sent[]): Promise<string[]> {
  const world = createWorld();
  await play(world, comment(TICKET, 'the-loop start'), ...edits);
  return (await ends(world)).slice(1);
}

const heard = 'settled event-delivered';
const again = 'dropped duplicate-logical';

it('each edit is heard that changes a ticket to and fro', async () => {
  const edits = [edited('b', 1), edited('a', 2), edited('b', 3), edited('a', 4)];
  expect(await told(...edits)).toEqual([heard, heard, heard, heard]);
});

it('two hooks that tell of one edit are heard once, also of one that goes back', async () => {
  const app = { installation: { id: 5 } };
  const edits = [edited('b', 1), edited('b', 1, app), edited('a', 2), edited('b', 3), edited('b', 3, app)];
  expect(await told(...edits)).toEqual([heard, again, heard, heard, again]);
});

it('a later reader, who sees the time of what came after, tells nothing new', async () => {
  expect(await told(edited('a', 1), edited('b', 2), edited('b', 9))).toEqual([heard, heard, again]);
});

it('a webhook that comes after a later reader tells nothing new', async () => {
  expect(await told(edited('a', 1), edited('b', 9), edited('b', 2))).toEqual([heard, heard, again]);
});

it('a copy that comes late, after the ticket was changed again, tells nothing new', async () => {
  expect(await told(edited('b', 1), edited('a', 2), edited('b', 1, { sender: { login: 'alice', id: 7 } }))).toEqual([
    heard,
    heard,
    again,
  ]);
});
