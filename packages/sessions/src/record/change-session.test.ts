import { parseRef } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { changeSession } from './change-session.ts';
import { type SessionInput } from './session-input.ts';
import { type SessionRecord } from './session-record.ts';

const ITEM = 'github:acme/next#3';
const HELD: SessionRecord = {
  ...{ schemaVersion: 1, ref: ITEM, agent: 'scripted', sessionId: 'old', begun: true, cwd: '/old', status: 'paused' },
  ...{ createdAt: '', lastEventAt: null, recentDeliveries: [], bindings: [] },
  leftCheckout: { item: 'github:acme/app#12', resumes: true },
};
const RELOCATE = { kind: 'relocate', cwd: '/new', sessionId: 'new' } as const;

function after(record: SessionRecord, ...inputs: readonly SessionInput[]): SessionRecord {
  return inputs.reduce((before, input) => {
    const changed = changeSession(before, input);
    if (!changed.ok) throw new Error(changed.error);
    return changed.value.record;
  }, record);
}

describe('a checkout that was left', () => {
  it('is exchanged first, and forgotten when everything has followed', () => {
    const there = after(HELD, RELOCATE);
    expect(there).toMatchObject({ cwd: '/new', sessionId: 'new', begun: false, status: 'paused' });
    expect(there.leftCheckout).toEqual({ item: ITEM, resumes: true });
    const settled = after(there, RELOCATE);
    expect(settled).toMatchObject({ cwd: '/new', sessionId: 'new', status: 'active' });
    expect(settled).not.toHaveProperty('leftCheckout');
  });

  it('leaves an item paused that a person paused', () => {
    const paused = { ...HELD, leftCheckout: { item: 'github:acme/app#12', resumes: false } };
    const settled = after(paused, RELOCATE, RELOCATE);
    expect(settled.status).toBe('paused');
    expect(settled).not.toHaveProperty('leftCheckout');
  });

  it('does not outlive a stop and a start in a new one', () => {
    const ref = parseRef(ITEM);
    const started = after(
      HELD,
      { kind: 'close' },
      { kind: 'start', ref, at: '', agent: 'scripted', sessionId: 'next', cwd: '/next' },
    );
    expect(started).toMatchObject({ cwd: '/next', status: 'active' });
    expect(started).not.toHaveProperty('leftCheckout');
  });
});
