import { refKey } from '@the-loop/graph-core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { after, at, conversation, item, pull, ref, start } from '../testing/session-records.ts';
import { changeSession, type SessionChange, type SessionRefusal, sessionTransitions } from './change-session.ts';
import { type SessionInput } from './session-input.ts';
import { bindingOf, parseSessionRecord, type SessionRecord } from './session-record.ts';

function refused(record: SessionRecord | null, input: SessionInput): SessionRefusal | SessionChange {
  const result = changeSession(record, input);
  return result.ok ? result.value : result.error;
}

describe('the status', () => {
  it.each<[string, readonly SessionInput[], SessionInput, string]>([
    ['active', [start], { kind: 'pause' }, 'paused'],
    ['active', [start], { kind: 'close' }, 'closed'],
    ['paused', [start, { kind: 'pause' }], { kind: 'resume' }, 'active'],
    ['paused', [start, { kind: 'pause' }], start, 'active'],
    ['paused', [start, { kind: 'pause' }], { kind: 'close' }, 'closed'],
    ['closed', [start, { kind: 'close' }], start, 'active'],
  ])('%s changes', (...[, before, input, expected]) => {
    expect(changeSession(after(...before), input)).toMatchObject({
      ok: true,
      value: { changed: true, record: { status: expected } },
    });
  });

  it.each<[string, readonly SessionInput[] | null, SessionInput, SessionRefusal]>([
    ['none', null, { kind: 'pause' }, 'no-session'],
    ['none', null, { kind: 'bind', pullRequest: pull, at }, 'no-session'],
    ['active', [start], start, 'already-live'],
    ['active', [start], { kind: 'resume' }, 'not-paused'],
    ['paused', [start, { kind: 'pause' }], { kind: 'pause' }, 'not-active'],
    ['closed', [start, { kind: 'close' }], { kind: 'pause' }, 'closed'],
    ['closed', [start, { kind: 'close' }], { kind: 'close' }, 'closed'],
    ['closed', [start, { kind: 'close' }], { kind: 'bind', pullRequest: pull, at }, 'closed'],
    ['closed', [start, { kind: 'close' }], { ...start, ref: item(8) }, 'other-item'],
  ])('%s refuses', (...[, before, input, expected]) => {
    expect(refused(before && after(...before), input)).toBe(expected);
  });

  it('keeps birth, history and pull requests when a closed item starts again', () => {
    const before = after(
      start,
      { kind: 'bind', pullRequest: pull, at },
      { kind: 'touch', endpoint: ref, deliveryId: 'd', at },
      { kind: 'close' },
    );
    const again = after(
      start,
      { kind: 'bind', pullRequest: pull, at },
      { kind: 'touch', endpoint: ref, deliveryId: 'd', at },
      { kind: 'close' },
      { ...start, at: '2027-01-01T00:00:00Z', sessionId: 's-2' },
    );
    expect(again).toEqual({ ...before, status: 'active', sessionId: 's-2' });
  });
});

describe('pull requests', () => {
  const bind: SessionInput = { kind: 'bind', pullRequest: pull, at };
  const open: SessionInput = { kind: 'open-endpoint', pullRequest: pull, ...conversation, sessionId: 'p-1', cwd: '/p' };

  it('are bound once, whatever the letter case', () => {
    const again = changeSession(after(start, bind), { ...bind, pullRequest: { ...pull, owner: 'ACME' } });
    expect(again).toMatchObject({
      ok: true,
      value: { changed: false, event: null, record: { bindings: [{ sessionId: '' }] } },
    });
  });

  it('get a conversation, end and come back without harm to the record', () => {
    const record = after(
      start,
      bind,
      open,
      { kind: 'begun', endpoint: pull, sessionId: 'p-1' },
      { kind: 'close-endpoint', pullRequest: pull },
    );
    expect(bindingOf(record, pull)).toMatchObject({ status: 'closed', sessionId: 'p-1', begun: true });
    expect(record.status).toBe('active');
    expect(
      bindingOf(
        after(start, bind, open, { kind: 'close-endpoint', pullRequest: pull }, { kind: 'reopen', pullRequest: pull }),
        pull,
      )?.status,
    ).toBe('active');
    expect(after(start, bind, { kind: 'unbind', pullRequest: pull }).bindings).toEqual([]);
  });

  it.each<[SessionRefusal, SessionInput]>([
    ['own-ref', { kind: 'bind', pullRequest: ref, at }],
    ['own-ref', { kind: 'close-endpoint', pullRequest: ref }],
    ['not-bound', { kind: 'close-endpoint', pullRequest: item(9) }],
    ['not-bound', { kind: 'touch', endpoint: item(9), deliveryId: 'd', at }],
  ])('%s', (expected, input) => {
    expect(refused(after(start, bind), input)).toBe(expected);
  });
});

describe('a delivery', () => {
  it('is remembered by the conversation that received it, the newest 50, once', () => {
    const touch = (index: number, endpoint = ref): SessionInput => ({
      kind: 'touch',
      endpoint,
      deliveryId: `d${index}`,
      at,
    });
    const many = Array.from({ length: 60 }, (_, index) => touch(index));
    const record = after(start, { kind: 'bind', pullRequest: pull, at }, ...many, touch(99, pull));
    expect(record.recentDeliveries).toHaveLength(50);
    expect(record.recentDeliveries.at(-1)).toBe('d59');
    expect(bindingOf(record, pull)?.recentDeliveries).toEqual(['d99']);
    expect(changeSession(record, touch(59))).toMatchObject({ ok: true, value: { changed: false } });
  });
});

describe('a stored record', () => {
  const stored = after(start, { kind: 'bind', pullRequest: pull, at });

  it('reads back as it was written', () => {
    expect(parseSessionRecord(JSON.parse(JSON.stringify(stored)), ref)).toEqual({
      ok: true,
      value: { record: stored, dropped: 0 },
    });
  });

  it.each([
    [[]],
    [null],
    ['x'],
    [{ workItem: 'x' }],
    [{ ...stored, status: 'running' }],
    [{ ...stored, ref: 'x' }],
    [{ ...stored, schemaVersion: 2 }],
  ])('%j is none', (value) => {
    expect(parseSessionRecord(value, ref)).toEqual({ ok: false, error: 'not-a-record' });
  });

  it('of another item is not this one’s', () => {
    expect(parseSessionRecord(stored, item(8))).toEqual({ ok: false, error: 'other-item' });
  });

  it('A6, A21: loses broken, nested and doubled bindings, counts them, and survives', () => {
    const junk = [
      'x',
      null,
      { ref: 'github:acme/infra#3' },
      { ...stored.bindings[0], ref: 'x' },
      { ...stored.bindings[0], bindings: [{}] },
      { ...stored.bindings[0], ref: stored.ref },
    ];
    const read = parseSessionRecord({ ...stored, bindings: [...stored.bindings, ...junk] }, ref);
    expect(read).toEqual({ ok: true, value: { record: stored, dropped: 6 } });
  });
});

describe('whatever happens', () => {
  const refs = [ref, pull, item(4), item(5, 'infra')];
  const anyRef = fc.constantFrom(...refs);
  const anyInput: fc.Arbitrary<SessionInput> = fc.oneof(
    fc.constant(start),
    fc.constantFrom<SessionInput>({ kind: 'pause' }, { kind: 'resume' }, { kind: 'close' }),
    anyRef.map((pullRequest) => ({ kind: 'bind' as const, pullRequest, at })),
    anyRef.chain((pullRequest) =>
      fc.constantFrom<SessionInput>(
        { kind: 'unbind', pullRequest },
        { kind: 'open-endpoint', pullRequest, ...conversation },
        { kind: 'close-endpoint', pullRequest },
        { kind: 'reopen', pullRequest },
      ),
    ),
    fc
      .tuple(anyRef, fc.integer({ min: 0, max: 99 }))
      .map(([endpoint, id]) => ({ kind: 'touch' as const, endpoint, deliveryId: `d${id}`, at })),
  );

  it('the status follows the table, and only inputs that own it change it', () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 40 }), (inputs) => {
        let record: SessionRecord | null = null;
        for (const input of inputs) {
          const before: SessionRecord | null = record;
          const result = changeSession(before, input);
          const expected = sessionTransitions[before?.status ?? 'none'][input.kind];
          if (expected === undefined) expect(result.ok).toBe(false);
          if (result.ok) expect(result.value.record.status).toBe(expected);
          if (result.ok && !result.value.changed) expect(result.value.record).toEqual(before);
          record = result.ok ? result.value.record : before;
        }
      }),
    );
  });

  it('a record stays readable, never binds itself or one pull request twice, and is born once', () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 40 }), (inputs) => {
        const record = after(start, ...inputs);
        expect(parseSessionRecord(JSON.parse(JSON.stringify(record)), ref)).toEqual({
          ok: true,
          value: { record, dropped: 0 },
        });
        const keys = record.bindings.map((binding) => binding.ref.toLowerCase());
        expect(new Set([...keys, refKey(ref)]).size).toBe(keys.length + 1);
        expect(record.createdAt).toBe(at);
        expect(record.recentDeliveries.length).toBeLessThanOrEqual(50);
      }),
    );
  });

  it('an open binding is lost only by unbinding it', () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 40 }), (inputs) => {
        const kept = inputs.filter((input) => input.kind !== 'unbind');
        expect(bindingOf(after(start, { kind: 'bind', pullRequest: pull, at }, ...kept), pull)).toBeDefined();
      }),
    );
  });
});
