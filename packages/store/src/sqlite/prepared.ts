import { type Compilable } from './sqlite-port.ts';

/** The place of a value in a query that is compiled before the value is known. */
class Place {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }
}

/** Takes the place of a value of any type. */
type Places<Key extends string> = Readonly<Record<Key, never>>;

/**
 * Compiles a query once, on first use: building one costs more than running it. Answers it with the values in their places,
 * each bound once however often it is used: the driver looks at every bound value several times.
 */
export function prepared<Key extends string>(
  keys: readonly Key[],
  build: (places: Places<Key>) => Compilable,
): (values: Readonly<Record<Key, unknown>>) => Compilable {
  let sql: string | undefined;
  return (values) => {
    sql ??= numbered(build(placesOf(keys)), keys);
    const compiled = { sql, parameters: keys.map((key) => values[key]) };
    return { compile: () => compiled };
  };
}

function placesOf<Key extends string>(keys: readonly Key[]): Places<Key> {
  return Object.fromEntries(keys.map((key) => [key, new Place(key)])) as unknown as Places<Key>;
}

/** The text of the query with the number of its key for each place, and with its own values written out. */
function numbered(query: Compilable, keys: readonly string[]): string {
  const { sql, parameters } = query.compile();
  const [first = '', ...parts] = sql.split('?');
  if (parts.length !== parameters.length) throw new TypeError(`This query holds a question mark of its own: ${sql}`);
  return first + parts.map((part, at) => placeholder(parameters[at], keys) + part).join('');
}

function placeholder(value: unknown, keys: readonly string[]): string {
  if (value instanceof Place) return `?${keys.indexOf(value.key) + 1}`;
  if (value === null) return 'NULL';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'string' && /^[a-z-]*$/.test(value)) return `'${value}'`;
  throw new TypeError('A value that is part of a prepared query is a number or a plain word.');
}
