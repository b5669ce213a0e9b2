import { formatRef, parseRef } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { comment, pullRequest } from '../testing/deliveries.ts';
import { createWorld, dispatcherOf, drain, ends, POLICY, portsOf, send, type World } from '../testing/world.ts';

const PR = { repository: 'acme/app', number: 40, pullRequest: 'Closes #15' };
const TICKET = parseRef('github:acme/app#15');

/** A comment on a pull request as a poller words it, which names the ticket that it closes. */
function commentOnPr(text: string) {
  const said = comment(PR, text);
  return {
    event: said.event,
    payload: { ...said.payload, issue: undefined, ...only(pullRequest(PR, 'opened').payload) },
  };
}

function only({ pull_request }: Readonly<Record<string, unknown>>) {
  return { pull_request };
}

async function played(text: string, answers: readonly (readonly string[] | null)[]) {
  const world: World = createWorld();
  world.settings = { ...world.settings, policy: { ...POLICY, spawn: 'labeled' } };
  const asked: string[] = [];
  const dispatcher = dispatcherOf(world, {
    closures: {
      closer: () => Promise.resolve('person'),
      labels: (ref) => {
        asked.push(formatRef(ref));
        return Promise.resolve(answers[asked.length - 1] ?? null);
      },
    },
  });
  await send(world, commentOnPr(text));
  await drain(world, dispatcher);
  return { world, asked, end: (await ends(world)).at(-1) };
}

const LABEL = ['the-loop: auto-execute'];

describe('a start on an unlabelled pull request of a ticket', () => {
  it.each<[string, readonly (readonly string[] | null)[], string]>([
    ['starts a ticket that has the label', [LABEL], 'settled session-spawned'],
    ['is refused for one that has not', [['bug']], 'settled spawn-policy'],
    ['waits while GitHub cannot say', [null, LABEL], 'settled session-spawned'],
  ])('%s', async (_title, answers, expected) => {
    const { world, asked, end } = await played('the-loop start', answers);
    expect(end).toBe(expected);
    expect(asked).toEqual(answers.map(() => 'github:acme/app#15'));
    const found = await portsOf(world).records.find(TICKET);
    expect(found?.record.status).toBe(expected.endsWith('spawned') ? 'active' : undefined);
  });

  it('asks nobody for words that start nothing', async () => {
    expect(await played('hello', [])).toMatchObject({ asked: [], end: 'dropped spawn-policy' });
  });
});
