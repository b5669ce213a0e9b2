import { createItemMoves } from '@the-loop/dispatcher';
import { parseRef, refKey } from '@the-loop/graph-core';
import { createMemoryStore, type Records } from '@the-loop/store';
import { describe, expect, it } from 'vitest';
import { createAgentTokens } from './agent-tokens.ts';

const item = parseRef('github:acme/app#1');
const endpoint = parseRef('github:acme/app#2');

function records(): Records {
  return createMemoryStore({ now: () => new Date(0) }).records;
}

describe('the token of a turn', () => {
  it('is good for its item until the turn is over, or the next one begins', async () => {
    const tokens = createAgentTokens(records());
    const first = await tokens.mint(item, endpoint);
    expect(await tokens.itemOf(first)).toEqual(item);
    const second = await tokens.mint(item, endpoint);
    expect(await tokens.itemOf(first)).toBeNull();
    await tokens.end(refKey(endpoint));
    expect(await tokens.itemOf(second)).toBeNull();
    expect(await tokens.itemOf(await tokens.mint(item, endpoint))).toEqual(item);
  });

  it('is good also when it was given under a name that the conversation had before', async () => {
    const store = createMemoryStore({ now: () => new Date(0) });
    const tokens = createAgentTokens(store.records);
    const token = await tokens.mint(item, endpoint);
    const to = parseRef('github:acme/next#3');
    const move = { item, from: item, to, of: 'item', repositoryId: null, holds: false } as const;
    const moves = createItemMoves(store);
    await moves.move({ ...move, from: endpoint, to: parseRef('github:acme/next#2') });
    await moves.move(move);
    expect(await tokens.itemOf(token)).toEqual(to);
  });

  it('outlives the end of another conversation', async () => {
    const tokens = createAgentTokens(records());
    const token = await tokens.mint(item, endpoint);
    await tokens.end(refKey(item));
    expect(await tokens.itemOf(token)).toEqual(item);
  });

  it('is stored although somebody else writes there, and refused when that never ends', async () => {
    const store = records();
    let conflicts = 2;
    const contended: Records = {
      ...store,
      put: (...args) => (conflicts-- > 0 ? Promise.resolve('conflict') : store.put(...args)),
    };
    const tokens = createAgentTokens(contended);
    expect(await tokens.itemOf(await tokens.mint(item, endpoint))).toEqual(item);
    conflicts = 99;
    await expect(tokens.mint(item, endpoint)).rejects.toMatchObject({ code: 'SERVICE_RECORD_CONTENDED' });
  });
});
