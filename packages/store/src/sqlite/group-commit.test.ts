import { describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { createGroupCommit } from './group-commit.ts';

/** A database in memory that remembers what begins and ends. */
function observed(): { database: Database; statements: string[] } {
  const inner = openDatabase(':memory:');
  inner.exec('CREATE TABLE t (n INTEGER NOT NULL) STRICT');
  const statements: string[] = [];
  const database: Database = {
    ...inner,
    exec: (sql) => {
      statements.push(sql);
      inner.exec(sql);
    },
  };
  return { database, statements };
}

const insert = (database: Database, n: unknown) =>
  database.run({ sql: 'INSERT INTO t (n) VALUES (?)', parameters: [n] });
const all = (database: Database) =>
  database.all<{ n: number }>({ sql: 'SELECT n FROM t ORDER BY rowid', parameters: [] }).map(({ n }) => n);

describe('group commit', () => {
  it('puts the writes of one turn into one transaction, in order, and answers after it', async () => {
    const { database, statements } = observed();
    const commits = createGroupCommit(database);
    const answers = [1, 2, 3].map((n) =>
      commits.write(() => {
        insert(database, n);
        return n * 10;
      }),
    );
    void answers[0]?.then(() => statements.push('answered'));
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
    expect(statements).toEqual(['BEGIN IMMEDIATE', 'COMMIT', 'answered']);
    await commits.write(() => insert(database, 4));
    expect(statements.filter((each) => each === 'COMMIT')).toHaveLength(2);
    expect(all(database)).toEqual([1, 2, 3, 4]);
  });

  it('lets one write fail without the others', async () => {
    const { database } = observed();
    const commits = createGroupCommit(database);
    const settled = await Promise.allSettled([1, null, 3].map((n) => commits.write(() => insert(database, n))));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(all(database)).toEqual([1, 3]);
  });

  it('undoes all of a write that fails half way', async () => {
    const { database } = observed();
    const commits = createGroupCommit(database);
    const half = commits.write(() => {
      insert(database, 1);
      throw new TypeError('half way');
    });
    await expect(half).rejects.toThrow('half way');
    expect(all(database)).toEqual([]);
  });

  it('refuses a value the driver cannot take', async () => {
    const { database } = observed();
    const commits = createGroupCommit(database);
    for (const value of [true, undefined, 1n, Number.NaN, {}]) {
      await expect(commits.write(() => insert(database, value))).rejects.toMatchObject({ code: 'STORE_FAILED' });
    }
  });

  it('spreads very many writes over several transactions', async () => {
    const { database, statements } = observed();
    const commits = createGroupCommit(database);
    await Promise.all(Array.from({ length: 1100 }, (_, n) => commits.write(() => insert(database, n))));
    expect(statements.filter((each) => each === 'COMMIT')).toHaveLength(3);
    expect(all(database)).toEqual(Array.from({ length: 1100 }, (_, n) => n));
  });

  it('finishes what was asked before it drained, and refuses what comes after', async () => {
    const { database } = observed();
    const commits = createGroupCommit(database);
    const before = commits.write(() => insert(database, 1));
    const drained = commits.drain();
    await expect(commits.write(() => insert(database, 2))).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    await drained;
    expect(all(database)).toEqual([1]);
    await before;
  });

  it('tells everyone when the disk refuses', async () => {
    const { database } = observed();
    const refusing: Database = {
      ...database,
      exec: (sql) => {
        if (sql === 'COMMIT') throw new Error('no room');
        database.exec(sql);
      },
    };
    const commits = createGroupCommit(refusing);
    const settled = await Promise.allSettled([1, 2].map((n) => commits.write(() => insert(refusing, n))));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(all(database)).toEqual([]);
  });
});
