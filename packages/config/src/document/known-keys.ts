import { isMapping } from './yaml-document.ts';

/** A key that the schema does not have. */
export interface UnknownKey {
  readonly keys: readonly (string | number)[];
  /** What the schema knows at that place. */
  readonly known: readonly string[];
}

/** The parts of a schema that say which keys it knows. */
interface SchemaShape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, SchemaShape>>;
  readonly wrapped?: SchemaShape;
  readonly item?: SchemaShape;
  readonly value?: SchemaShape;
  readonly options?: readonly SchemaShape[];
}

/**
 * The value without keys the schema does not know and without keys that are written and left empty; and the unknown
 * ones. A valibot schema stops at its first unknown key, and a person wants to see all of them.
 */
export function takeKnownKeys(schema: object, value: unknown): { known: unknown; unknown: readonly UnknownKey[] } {
  const unknown: UnknownKey[] = [];
  const known = walk(schema as SchemaShape, value, { keys: [], unknown });
  return { known, unknown };
}

/** Every key the schema knows anywhere outside of lists and free names, with the path to it. */
export function keyPaths(schema: object, keys: readonly string[] = []): (readonly string[])[] {
  const entries = Object.entries(unwrap(schema as SchemaShape).entries ?? {});
  return entries.flatMap(([key, of]) => [[...keys, key], ...keyPaths(of, [...keys, key])]);
}

interface Walk {
  readonly keys: readonly (string | number)[];
  readonly unknown: UnknownKey[];
}

function walk(schema: SchemaShape, value: unknown, at: Walk): unknown {
  const shape = unwrap(schema);
  if (Array.isArray(value)) {
    const { item } = shape;
    return item === undefined
      ? value
      : value.map((each, index) => walk(item, each, { ...at, keys: [...at.keys, index] }));
  }
  if (!isMapping(value)) return value;
  if (shape.type === 'record' && shape.value !== undefined) return walkRecord(shape.value, value, at);
  const entries = shape.entries ?? chooseOption(shape, value);
  return entries === undefined ? value : walkEntries(entries, value, at);
}

function walkRecord(of: SchemaShape, value: Readonly<Record<string, unknown>>, at: Walk): unknown {
  const filled = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(filled.map(([key, each]) => [key, walk(of, each, { ...at, keys: [...at.keys, key] })]));
}

function walkEntries(
  entries: Readonly<Record<string, SchemaShape>>,
  value: Readonly<Record<string, unknown>>,
  at: Walk,
): unknown {
  const taken: [string, unknown][] = [];
  for (const [key, each] of Object.entries(value)) {
    const keys = [...at.keys, key];
    const schema = Object.hasOwn(entries, key) ? entries[key] : undefined;
    if (schema === undefined) at.unknown.push({ keys, known: Object.keys(entries) });
    else if (each !== null) taken.push([key, walk(schema, each, { ...at, keys })]);
  }
  return Object.fromEntries(taken);
}

/** Of a variant, the option whose `kind` the value has; the keys of all options where it has none. */
function chooseOption(shape: SchemaShape, value: Readonly<Record<string, unknown>>) {
  if (shape.options === undefined) return undefined;
  const literal = (option: SchemaShape) => (option.entries?.['kind'] as { literal?: unknown } | undefined)?.literal;
  const chosen = shape.options.find((option) => literal(option) === value['kind']);
  return (
    chosen?.entries ?? (Object.assign({}, ...shape.options.map(({ entries }) => entries)) as SchemaShape['entries'])
  );
}

function unwrap(schema: SchemaShape): SchemaShape {
  return schema.wrapped === undefined ? schema : unwrap(schema.wrapped);
}
