import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultOperatorConfig } from '@the-loop/config';
import { type GraphDelivery } from '@the-loop/dispatcher';
import { type GateComment, parseRef } from '@the-loop/graph-core';
import { force, openLoop, start, type VerbContext } from '@the-loop/graph-runtime';
import { createMemoryStore } from '@the-loop/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itemVerbs } from '../items/item-verbs.ts';
import { createGatedHeads } from './gated-heads.ts';
import { createGraphPort } from './graph-port.ts';
import { createHeldWords } from './held-words.ts';

const target = { item: parseRef('github:acme/app#1'), address: { id: 'issue-1' } };
const word: GateComment = { id: 'IC_1', author: 'alice', body: 'the-loop execute', kind: 'comment' };
const place = { target, node: 'phase-selection', entry: 1 };

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'graph-port-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** The port over one checkout, whose writes are stored and never made. */
function port() {
  const { records, turns } = createMemoryStore({ now: () => new Date(0) });
  const words = createHeldWords(records);
  const asked: (AbortSignal | undefined)[] = [];
  const verbs = (signal?: AbortSignal): Promise<VerbContext> =>
    itemVerbs({
      item: target.item,
      cwd,
      operator: { ...defaultOperatorConfig, routing: { ...defaultOperatorConfig.routing, authorizedUsers: ['alice'] } },
      ownLogins: [],
      records,
      performer: { perform: () => Promise.resolve({ kind: 'deferred' }) },
      remote: {} as never,
      tellHarness: () => undefined,
      emit: () => undefined,
      now: () => 0,
      principal: { login: 'the-loop' },
      ...(signal === undefined ? {} : { signal }),
    });
  const graph = createGraphPort({
    verbsOf: (_target, { signal }) => {
      asked.push(signal);
      return verbs(signal);
    },
    turns,
    hearing: {
      words,
      standing: () => Promise.resolve({ headSha: '', comments: [] }),
      heads: createGatedHeads({
        records,
        isSameWork: () => Promise.resolve(false),
        isOlder: () => Promise.resolve(false),
      }),
    },
    enteredAsGuest: () => Promise.resolve(),
    noteAbandoned: () => Promise.resolve(),
  });
  return { graph, verbs, words, asked };
}

const delivery = { deliveryId: 'd1', by: null, comments: [word], headSha: '' } as unknown as GraphDelivery;
const options = () => ({ signal: new AbortController().signal });

describe('the words that came with a start', () => {
  it('are heard although an earlier try of the start had entered the loop and not heard them', async () => {
    const { graph, verbs, words } = port();
    await start(await verbs(), { address: target.address, comments: [word] });
    const outcome = await graph.start(target, { ...delivery, command: 'start' }, options());
    expect(outcome).toMatchObject({ node: 'phase-selection', human: true });
    expect(await words.held(place)).toEqual([word]);
  });

  it('are heard by no later gate when the start is told again', async () => {
    const { graph, verbs } = port();
    const asked = {
      ...delivery,
      command: 'do',
      comments: [{ ...word, body: 'the-loop do — a line\n\nlgtm' }],
    } as const;
    await graph.start(target, asked, options());
    await force(await verbs(), { address: target.address, to: 'review', reason: 'the agent is quick' });
    const before = (await openLoop(await verbs(), { address: target.address })).state.facts;
    expect(await graph.start(target, asked, options())).toMatchObject({ node: 'review', human: true, moved: false });
    expect((await openLoop(await verbs(), { address: target.address })).state.facts).toEqual(before);
  });
});

describe('an item whose checkout is gone', () => {
  it('stands nowhere, has nothing to clean, and is not consulted', async () => {
    const { graph, verbs } = port();
    await start(await verbs(), { address: target.address });
    rmSync(cwd, { recursive: true });
    expect(await graph.context(target, options())).toMatchObject({ placed: false, node: '' });
    await graph.cleanup(target, 'command', options());
    await expect(graph.consult(target, delivery, options())).rejects.toMatchObject({
      code: 'ITEM_REPOSITORY_MISSING',
    });
  });
});

it('every call lends its signal to the verbs', async () => {
  const { graph, asked } = port();
  const given = options();
  await graph.start(target, { ...delivery, command: null }, given);
  await graph.context(target, given);
  await graph.consult(target, delivery, given);
  await graph.reconsider(target, { deliveryId: 'd1' }, given);
  await graph.recordMerge(target, { sha: '', headSha: '', by: null, approves: false } as never, given);
  await graph.cleanup(target, 'command', given);
  expect(asked).toHaveLength(6);
  expect(new Set(asked)).toEqual(new Set([given.signal]));
});
