import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initial } from './migrations/0001-initial.ts';
import { openStore } from './open-store.ts';
import { openDatabase } from './sqlite/database.ts';
import { aDelivery, aWrite, createTestClock } from './testing/samples.ts';
import { storeConformance } from './testing/store-conformance.ts';

let folder: string;
let made = 0;
const newPath = () => {
  made += 1;
  return join(folder, `${made}`, 'the-loop.db');
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'the-loop-store-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

storeConformance('in a SQLite file', (clock) => openStore({ path: newPath(), now: clock.now }));

describe('the file', () => {
  const clock = createTestClock();

  it('keeps what was written, and is readable by its owner only', async () => {
    const path = newPath();
    const first = await openStore({ path, now: clock.now });
    await first.inbox.accept([aDelivery(1)]);
    await first.outbox.put([aWrite(1)]);
    const files = await readdir(join(path, '..'));
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect((await stat(join(path, '..', file))).mode & 0o777, file).toBe(0o600);
    expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
    await first.close();
    const second = await openStore({ path, now: clock.now });
    expect((await second.inbox.list({ status: 'open', limit: 9 })).map(({ guid }) => guid)).toEqual(['guid-1']);
    expect((await second.outbox.due(0, 9)).map(({ key }) => key)).toEqual(['op-1']);
    expect(await second.inbox.accept([aDelivery(1)])).toEqual(['duplicate']);
    await second.close();
  });

  it('can be open twice, and each sees what the other wrote', async () => {
    const path = newPath();
    const [a, b] = await Promise.all([openStore({ path, now: clock.now }), openStore({ path, now: clock.now })]);
    const answers = await Promise.all([a.inbox.accept([aDelivery(1)]), b.inbox.accept([aDelivery(1)])]);
    expect(answers.flat().sort()).toEqual(['accepted', 'duplicate']);
    expect((await a.inbox.count()).open).toBe(1);
    await Promise.all([a.close(), b.close()]);
  });

  it('syncs every commit to the disk', async () => {
    const path = newPath();
    const store = await openStore({ path, now: clock.now });
    await store.close();
    const database = openDatabase(path);
    expect(database.all({ sql: 'PRAGMA journal_mode', parameters: [] })).toEqual([{ journal_mode: 'wal' }]);
    expect(database.all({ sql: 'PRAGMA integrity_check', parameters: [] })).toEqual([{ integrity_check: 'ok' }]);
    database.close();
  });

  it('of a later version is refused, untouched, with what to install', async () => {
    const path = newPath();
    await (await openStore({ path, now: clock.now })).close();
    const database = openDatabase(path);
    database.exec('PRAGMA user_version = 99');
    database.close();
    await expect(openStore({ path, now: clock.now })).rejects.toMatchObject({
      code: 'STORE_NEWER_SCHEMA',
      remedy: expect.stringContaining('Install') as string,
    });
  });

  it('of the first version is brought to the newest layout, with what it holds', async () => {
    const path = join(folder, 'first.db');
    const database = openDatabase(path);
    database.exec(initial);
    database.exec(
      "INSERT INTO inbox (host, hook, guid, event, source, received_at, body_digest, bytes) VALUES ('h', '1', 'g', 'e', 'webhook', 1, 'd', 2)",
    );
    database.exec("INSERT INTO inbox_body (id, body) VALUES (1, x'7b7d')");
    database.exec('PRAGMA user_version = 1');
    database.exec('PRAGMA application_id = 0x544c6f70');
    database.close();
    const store = await openStore({ path, now: clock.now });
    expect(await store.inbox.find('g')).toMatchObject({ id: 1, hook: '1', bytes: 2 });
    expect(await store.inbox.body(1)).toEqual(new TextEncoder().encode('{}'));
    const again = { ...aDelivery(1), host: 'h', hook: '1', guid: 'g' };
    expect(await store.inbox.accept([again, { ...again, hook: '2' }])).toEqual(['duplicate', 'accepted']);
    await store.close();
  });

  it('of another program is refused, untouched', async () => {
    const path = newPath();
    const other = join(folder, 'other.db');
    const database = openDatabase(other);
    database.exec('CREATE TABLE notes (text TEXT)');
    database.close();
    await expect(openStore({ path: other, now: clock.now })).rejects.toMatchObject({ code: 'STORE_FOREIGN_FILE' });
    const again = openDatabase(other);
    expect(again.all({ sql: 'SELECT name FROM sqlite_schema', parameters: [] })).toEqual([{ name: 'notes' }]);
    again.close();
    await expect(openStore({ path, now: clock.now }).then((store) => store.close())).resolves.toBeUndefined();
  });

  it('that is no database is refused', async () => {
    const path = join(folder, 'text.db');
    await writeFile(path, 'no database at all, although it is long enough. '.repeat(100));
    await expect(openStore({ path, now: clock.now })).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  });

  it('that cannot be made is refused, naming the path', async () => {
    await writeFile(join(folder, 'blocker'), '');
    const path = join(folder, 'blocker', 'the-loop.db');
    await expect(openStore({ path, now: clock.now })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining(path) as string,
    });
  });
});
