import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EventRecord } from '@the-loop/events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyVerbEvents, takeInVerbEvents, verbEventsFile } from './verb-events.ts';

let folder: string;
let told: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'verb-events-'));
  told = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const log = {
  append: ({ event }: EventRecord) => {
    told.push(event);
    return Promise.resolve();
  },
};
const failing = { append: () => Promise.reject(new Error('full')) };
const leave = (event: string, ending = '') =>
  writeFileSync(`${verbEventsFile(folder)}${ending}`, `${JSON.stringify({ ts: 'T', event })}\n`);

it('moves what is left, and nothing where nothing is', async () => {
  await takeInVerbEvents(verbEventsFile(folder), log);
  leave('one');
  await takeInVerbEvents(verbEventsFile(folder), log);
  expect(told).toEqual(['one']);
  expect(readdirSync(folder)).toEqual([]);
});

it('takes in what a failed move and an older file of verbs left, before what is newest', async () => {
  leave('first');
  await expect(takeInVerbEvents(verbEventsFile(folder), failing)).rejects.toThrow('full');
  leave('older', '.1');
  leave('gone', '.taken-99999999');
  leave('last');
  await takeInVerbEvents(verbEventsFile(folder), log);
  expect(told).toEqual(['first', 'older', 'gone', 'last']);
  expect(readdirSync(folder)).toEqual([]);
});

it('leaves alone what another process is moving', async () => {
  leave('theirs', `.taken-${process.ppid}`);
  await takeInVerbEvents(verbEventsFile(folder), log);
  expect(told).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(1);
});

it('copies nothing of a file that another process took', async () => {
  await copyVerbEvents(verbEventsFile(folder), log);
  expect(told).toEqual([]);
});
