import { fail, type Graph, ok, type Result } from '@the-loop/graph-core';
import * as v from 'valibot';

/** A repository's own hooks, as its harness configuration declares them. */
export interface HookDeclarations {
  readonly modules: readonly ({ readonly path: string } | { readonly module: string })[];
  readonly attach: readonly HookAttachment[];
}

/** Where one of them is to run. */
export interface HookAttachment {
  readonly hook: string;
  readonly node: string;
  readonly boundary: 'entry' | 'exit';
  readonly with: Readonly<Record<string, unknown>>;
}

const relativePath = v.pipe(
  v.string(),
  v.regex(/^(?!\/)[^\\:]+\.(?:js|mjs|cjs|ts|mts)$/, 'is a source file inside the repository'),
  v.check((path) => path.split('/').every((part) => part !== '..' && part !== ''), 'stays inside the repository'),
);
const moduleName = v.pipe(
  v.string(),
  v.regex(/^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/, 'is the name of an installed module'),
);
const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const declarationsSchema = v.strictObject({
  modules: v.optional(
    v.array(
      v.union(
        [v.strictObject({ path: relativePath }), v.strictObject({ module: moduleName })],
        'has exactly one of path and module',
      ),
    ),
    [],
  ),
  attach: v.optional(
    v.array(
      v.strictObject({
        hook: v.pipe(v.string(), v.regex(/^x-[a-z0-9][a-z0-9-]{0,62}$/, 'is a name that begins with x-')),
        node: v.pipe(v.string(), v.nonEmpty('is the id of a node')),
        boundary: v.optional(v.picklist(['entry', 'exit'], 'is entry or exit'), 'exit'),
        with: v.optional(v.custom<Record<string, unknown>>(isMapping, 'is a mapping'), {}),
      }),
    ),
    [],
  ),
});

/**
 * Reads `graph.hooks` of a harness configuration: all problems at once, each with where it is. Nothing is loaded. With
 * `graph`, attachments to nodes it does not have are problems too.
 */
export function readHookDeclarations(harness: unknown, graph?: Graph): Result<HookDeclarations, readonly string[]> {
  const section = isMapping(harness) && isMapping(harness['graph']) ? harness['graph']['hooks'] : undefined;
  if (section === undefined) return ok({ modules: [], attach: [] });
  const parsed = v.safeParse(declarationsSchema, section);
  if (!parsed.success)
    return fail(parsed.issues.map((issue) => `graph.hooks.${v.getDotPath(issue) ?? ''}: ${issue.message}`));
  const unknown = graph === undefined ? [] : unknownNodes(parsed.output, graph);
  return unknown.length > 0 ? fail(unknown) : ok(parsed.output);
}

function unknownNodes({ attach }: HookDeclarations, graph: Graph): string[] {
  return attach.flatMap(({ node }, index) =>
    graph.nodes.some(({ id }) => id === node)
      ? []
      : [`graph.hooks.attach.${index}.node: ${graph.name} has no such node`],
  );
}
