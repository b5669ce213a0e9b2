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
  const readers = new Map<string, Reader>();
  let open = true;

  const statement = (sql: string) => {
    if (!open) throw closedFault();
    return remembered(statements, sql, () => handle.prepare(sql));
  };
  const reader = (sql: string) => {
    if (!open) throw closedFault();
    return remembered(readers, sql, () => readerOf(handle.prepare(sql)));
  };

  return {
    all: <Row>({ sql, parameters }: Query<Row>) =>
      translated(() => {
        const { statement, toRow } = reader(sql);
        return (statement.all(parameters.map(bindable)) as Values[]).map((values) => toRow(values) as Row);
      }),
    first: <Row>({ sql, parameters }: Query<Row>) =>
      translated(() => {
        const { statement, toRow } = reader(sql);
        const values = statement.get(parameters.map(bindable)) as Values | undefined;
        return values === undefined ? null : (toRow(values) as Row);
      }),
    run: ({ sql, parameters }) => translated(() => statement(sql).run(parameters.map(bindable)).changes),
    exec: (sql) => {
      if (!open) throw closedFault();
      translated(() => handle.exec(sql));
    },
    close: () => {
      open = false;
      // Statements keep the file open until they are gone.
      statements.clear();
      readers.clear();
      translated(() => handle.close());
    },
  };
}

/** The values of a row, in the order of the columns. */
type Values = readonly unknown[];

/** A statement that answers rows. The driver takes twice as long to make an object of a row as to list its values. */
interface Reader {
  readonly statement: Libsql.Statement;
  readonly toRow: (values: Values) => unknown;
}

function readerOf(statement: Libsql.Statement): Reader {
  const names = statement.columns().map(({ name }) => name);
  return {
    statement: statement.raw(),
    toRow: (values) => {
      const row: Record<string, unknown> = {};
      for (const [index, name] of names.entries()) row[name] = values[index];
      return row;
    },
  };
}

function remembered<Value>(known: Map<string, Value>, sql: string, make: () => Value): Value {
  const found = known.get(sql);
  if (found !== undefined) return found;
  if (known.size >= MAX_STATEMENTS) known.clear();
  const made = make();
  known.set(sql, made);
  return made;
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
