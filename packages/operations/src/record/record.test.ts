import { createSessionRecords } from '@the-loop/dispatcher';
import { emptyState } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { itemOf } from '../explain/item-of.ts';
import { ITEM, LANE, memoryContext, withSession } from '../testing/memory-context.ts';
import { recordExport } from './export.ts';
import { recordImport } from './import.ts';

type World = ReturnType<typeof memoryContext>;

async function driven(): Promise<World> {
  const world = memoryContext();
  await withSession(world);
  const records = createSessionRecords(world.store.records);
  await records.recordControl(ITEM, {
    ref: 'github:acme/app#7',
    command: 'start',
    via: 'comment',
    actor: 'alice',
    requestedAt: '2026-01-01T00:00:00Z',
    note: '',
  });
  const entry = (id: string) => ({ state: emptyState(id, 'acme/app'), revision: 'r' });
  await world.store.records.put('ledger', `${LANE}/issue-7`, { value: entry('issue-7'), expectedRevision: null });
  await world.store.records.put('ledger', `${LANE}/issue-7/acme__infra/pr-3`, {
    value: entry('issue-7'),
    expectedRevision: null,
  });
  return world;
}

/** Another machine, with the record as a file. */
async function moved(change: (text: string) => string = (text) => text): Promise<World> {
  const from = await driven();
  await recordExport.invoke(from.context, { item: 'issue-7', file: 'record.json' });
  const to = memoryContext();
  to.files.set('record.json', change(from.files.get('record.json') ?? ''));
  return to;
}

const taken = { item: 'acme/app#7', file: 'record.json' };

describe('record export', () => {
  it('holds control, session and ledger, and nothing of this machine', async () => {
    const { context } = await driven();
    const { text } = await recordExport.invoke(context, { item: 'acme/infra#3' });
    expect(JSON.parse(text)).toMatchObject({
      format: 'the-loop/record',
      version: 1,
      ref: 'github:acme/app#7',
      control: { command: 'start', actor: 'alice' },
      session: { status: 'active', bindings: [{ ref: 'github:acme/infra#3', status: 'active' }] },
      ledger: { 'issue-7': { revision: 'r' }, 'issue-7/acme__infra/pr-3': { revision: 'r' } },
    });
    expect(text).not.toMatch(/secret|s-1|scripted|cwd|sessionId|pid/);
  });

  it('refuses an item of which nothing is recorded', async () => {
    const { context } = memoryContext();
    await expect(recordExport.invoke(context, { item: 'acme/app#7' })).rejects.toMatchObject({
      code: 'OPERATION_ITEM_UNKNOWN',
    });
  });
});

describe('record import', () => {
  it('takes all of it over, as an ended session that a start opens again', async () => {
    const { context, store } = await moved();
    const { result } = await recordImport.invoke(context, taken);
    expect(result).toMatchObject({
      loops: ['issue-7', 'issue-7/acme__infra/pr-3'],
      pullRequests: ['github:acme/infra#3'],
    });
    const records = createSessionRecords(store.records);
    expect((await records.find(ITEM))?.record).toMatchObject({
      status: 'closed',
      cwd: '',
      sessionId: '',
      begun: false,
    });
    expect(await records.control(ITEM)).toMatchObject({ command: 'start' });
    expect(await itemOf(store.records, 'acme/infra#3')).toEqual(ITEM);
    expect((await store.records.get('ledger', `${LANE}/issue-7`))?.value).toMatchObject({ revision: 'r' });
  });

  it('gives back what was exported', async () => {
    const { context } = await moved();
    await recordImport.invoke(context, taken);
    const from = await driven();
    const [before, after] = await Promise.all(
      [from.context, context].map(async (each) => (await recordExport.invoke(each, { item: 'acme/app#7' })).result),
    );
    expect(after).toMatchObject({ record: { ledger: (before as { record: { ledger: object } }).record.ledger } });
  });

  it('never writes over a history that is here', async () => {
    const { context, files } = await driven();
    await recordExport.invoke(context, taken);
    expect(files.has('record.json')).toBe(true);
    await expect(recordImport.invoke(context, taken)).rejects.toMatchObject({ code: 'OPERATION_RECORD_EXISTS' });
  });

  it.each<[string, (text: string) => string]>([
    ['no JSON', () => 'hello'],
    ['something else', () => '{"format":"other"}'],
    ['another version', (text) => text.replace('"version": 1', '"version": 2')],
    ['a key that nobody knows', (text) => text.replace('"version": 1', '"version": 1, "extra": 1')],
    ['another item', (text) => text.replaceAll('acme/app#7', 'acme/app#8')],
    [
      'the session of another item',
      (text) =>
        text.replace('"session": {\n    "ref": "github:acme/app#7"', '"session": {\n    "ref": "github:acme/app#8"'),
    ],
    ['the loop of another item', (text) => text.replace('"issue-7": {', '"issue-8": {')],
    ['a key that leads elsewhere', (text) => text.replace('"issue-7": {', '"issue-7/../x": {')],
    ['a state that is none', (text) => text.replace('"facts": []', '"facts": 7')],
  ])('refuses %s, and writes nothing', async (_, change) => {
    const { context, store } = await moved(change);
    await expect(recordImport.invoke(context, taken)).rejects.toMatchObject({ code: 'OPERATION_RECORD_INVALID' });
    expect(await store.records.list('ledger')).toEqual([]);
    expect(await store.records.list('session')).toEqual([]);
    expect(await store.records.list('control')).toEqual([]);
  });

  it('is a matter of people at a terminal, and so is export', async () => {
    const { context } = await moved();
    for (const verb of [recordExport, recordImport]) {
      await expect(verb.invoke({ ...context, isAgent: true }, taken)).rejects.toMatchObject({
        code: 'OPERATION_AGENT_REFUSED',
      });
    }
    await expect(recordImport.invoke({ ...context, files: null }, taken)).rejects.toMatchObject({
      code: 'OPERATION_NO_FILES',
    });
  });
});
