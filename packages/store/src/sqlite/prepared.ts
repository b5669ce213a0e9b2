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

/** Compiles a query once, on first use: building one costs more than running it. Answers it with the values in their places. */
export function prepared<Key extends string>(
  keys: readonly Key[],
  build: (places: Places<Key>) => Compilable,
): (values: Readonly<Record<Key, unknown>>) => Compilable {
  let compiled: ReturnType<Compilable['compile']> | undefined;
  return (values) => {
    compiled ??= build(placesOf(keys)).compile();
    const { sql } = compiled;
    const parameters = compiled.parameters.map((value) => (value instanceof Place ? values[value.key as Key] : value));
    return { compile: () => ({ sql, parameters }) };
  };
}

function placesOf<Key extends string>(keys: readonly Key[]): Places<Key> {
  return Object.fromEntries(keys.map((key) => [key, new Place(key)])) as unknown as Places<Key>;
}
