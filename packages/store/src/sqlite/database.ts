import Libsql from 'libsql';
import { closedFault, translateFault } from '../errors.ts';

/** What may be bound. The driver ends the process on a boolean, so nothing else is let through. */
type Bindable = string | number | null | Uint8Array;

/** A statement with its values, as Kysely compiles it. `Row` is what a reader answers. */
interface Query<Row = unknown> {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Exists for the compiler alone. */
  readonly row?: Row;
}

/** One open SQLite file. Everything is synchronous, so no other work comes between two calls. */
export interface Database {
  all<Row>(query: Query<Row>): Row[];
  /** The first row, at less cost than all of them; null where there is none. */
  first<Row>(query: Query<Row>): Row | null;
  /** Answers how many rows changed. */
  run(query: Query): number;
  exec(sql: string): void;
  close(): void;
}

const MAX_STATEMENTS = 200;

/** Opens a SQLite file. Faults of the driver come out in our own words. */
export function openDatabase(path: string): Database {
  const handle = translated(() => new Libsql(path));
  const statements = new Map<string, Libsql.Statement>();
  let open = true;

  function statement(sql: string): Libsql.Statement {
    if (!open) throw closedFault();
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const made = handle.prepare(sql);
    statements.set(sql, made);
    return made;
  }

  return {
    all: <Row>({ sql, parameters }: Query<Row>) =>
      translated(() => statement(sql).all(parameters.map(bindable)) as Row[]),
    first: <Row>({ sql, parameters }: Query<Row>) =>
      translated(() => (statement(sql).get(parameters.map(bindable)) as Row | undefined) ?? null),
    run: ({ sql, parameters }) => translated(() => statement(sql).run(parameters.map(bindable)).changes),
    exec: (sql) => {
      if (!open) throw closedFault();
      translated(() => handle.exec(sql));
    },
    close: () => {
      open = false;
      // Statements keep the file open until they are gone.
      statements.clear();
      translated(() => handle.close());
    },
  };
}

function translated<Value>(act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    throw translateFault(error);
  }
}

function bindable(value: unknown): Bindable {
  if (value === null || value instanceof Uint8Array) return value;
  // The driver reads texts only up to a NUL; texts of unknown content are stored as JSON.
  if (typeof value === 'string' && !value.includes('\0')) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TypeError(`A value of type ${typeof value} cannot be bound to a statement.`);
}
