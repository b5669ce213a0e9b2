import schema from './graph-schema.generated.json' with { type: 'json' };

/** JSON Schema (draft-07) of a graph file, for editors. What it cannot say, such as that edges name declared nodes, only `parseGraph` checks. */
export const graphJsonSchema: Readonly<Record<string, unknown>> = schema;
