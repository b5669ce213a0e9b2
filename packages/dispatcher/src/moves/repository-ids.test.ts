import { expect, it } from 'vitest';
import { comment } from '../testing/deliveries.ts';
import { NEW, OLD, renamed, start, TICKET, transferred } from '../testing/moved.ts';
import { createWorld, ends, play, portsOf } from '../testing/world.ts';

type Sent = ReturnType<typeof comment>;

/** The delivery with GitHub's id of its repository, or without one. */
function from({ event, payload }: Sent, id: number | null): Sent {
  return { event, payload: { ...payload, repository: { ...(payload['repository'] as object), id } } };
}

const OTHER = { repository: 'acme/other', number: 12 };
const last = async (world: ReturnType<typeof createWorld>) => (await ends(world)).at(-1);
const hello = (place = TICKET) => comment(place, 'hello');

it('knows a newcomer by the id that was told before the name changed', async () => {
  const world = createWorld();
  await play(world, from(start, 77), from(renamed(), null), from(hello(), 78));
  expect(await last(world)).toBe('dropped awaiting-start');
  await play(world, from(hello(), 77));
  expect(await last(world)).toBe('settled event-delivered');
});

it('knows a newcomer by the id that was told after the name changed', async () => {
  const world = createWorld();
  await play(world, start, from(renamed(), null), from(hello(OTHER), 77), from(hello(), 78));
  expect(await last(world)).toBe('dropped awaiting-start');
});

it('follows where nothing tells the two repositories apart', async () => {
  const world = createWorld();
  await play(world, start, from(renamed(), null), from(hello(), 78));
  expect(await last(world)).toBe('settled event-delivered');
  await play(world, from(hello(), null));
  expect(await last(world)).toBe('settled event-delivered');
});

it('keeps the first id that is told, and forgets it with the repository', async () => {
  const world = createWorld();
  await play(world, from(start, 77), from(hello(), 99));
  const { records } = portsOf(world);
  expect((await records.find(OLD))?.record.repositoryId).toBe(77);
  await play(world, from(transferred(), 77));
  expect((await records.find(NEW))?.record.repositoryId).toBeUndefined();
  await play(world, from(hello(), 78));
  expect(await last(world)).toBe('dropped awaiting-start');
});

it.each([
  ['a repository', renamed(78)],
  ['an issue', from(transferred(), 78)],
])('moves nothing with %s of another repository', async (_, told) => {
  const world = createWorld();
  await play(world, from(start, 77), told);
  expect((await ends(world)).slice(1)).toEqual(['dropped no-session']);
  expect((await portsOf(world).records.find(OLD))?.record).toMatchObject({ status: 'active', repositoryId: 77 });
});
