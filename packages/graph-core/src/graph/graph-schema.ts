import * as v from 'valibot';

/** Names that stand in keys, comments and diagrams: nodes, skip sets, loops. */
export const ID_SHAPE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Keys of each mapping in the file; everything else is refused. */
export const GRAPH_KEYS = ['version', 'name', 'start', 'nodes', 'edges', 'skipSets'] as const;
export const EDGE_KEYS = ['from', 'to', 'on'] as const;
export const HOOK_KEYS = ['hook', 'with'] as const;
export const NODE_KEYS = [
  'id',
  'phase',
  'actor',
  'session',
  'command',
  'stage',
  'produces',
  'required',
  'optional',
  'skippable',
  'optIn',
  'description',
  'maxAttempts',
  'entry',
  'exit',
  'terminal',
] as const;

function hookEntrySchema() {
  const name = v.pipe(v.string(), v.regex(/\S/));
  const params = v.record(v.string(), v.unknown());
  return v.union([name, v.strictObject({ hook: name, with: v.optional(params, {}) })]);
}

function nodeSchema(id: v.GenericSchema<string, string>) {
  const chain = v.optional(v.array(hookEntrySchema()), []);
  const text = v.optional(v.string(), '');
  const flag = v.optional(v.boolean(), false);
  return v.strictObject({
    id,
    phase: text,
    actor: v.optional(v.picklist(['agent', 'human', 'code']), 'agent'),
    session: v.optional(v.picklist(['new', 'inherit']), 'new'),
    command: text,
    stage: text,
    produces: v.optional(v.union([v.string(), v.array(v.string())]), []),
    required: flag,
    optional: flag,
    skippable: flag,
    optIn: flag,
    description: text,
    maxAttempts: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), 3),
    entry: chain,
    exit: chain,
    terminal: flag,
  });
}

/** Builds the schema of a graph file. Made on demand, so that importing this package costs nothing. */
export function createGraphSchema() {
  const id = v.pipe(v.string(), v.regex(ID_SHAPE));
  const outcome = v.pipe(v.string(), v.regex(/\S/));
  return v.strictObject({
    version: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), 1),
    name: v.optional(v.union([v.literal(''), id]), ''),
    start: v.optional(id),
    nodes: v.pipe(v.array(nodeSchema(id)), v.minLength(1)),
    edges: v.optional(v.array(v.strictObject({ from: id, to: id, on: outcome })), []),
    skipSets: v.optional(v.record(id, v.array(id)), {}),
  });
}

/** A graph file after its shape was checked and defaults were filled in. */
export type GraphFile = v.InferOutput<ReturnType<typeof createGraphSchema>>;

let schema: ReturnType<typeof createGraphSchema> | undefined;

/** The schema of a graph file, made once. */
export function graphSchema(): ReturnType<typeof createGraphSchema> {
  schema ??= createGraphSchema();
  return schema;
}
