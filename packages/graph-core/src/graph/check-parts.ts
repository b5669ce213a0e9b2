import { type FoundProblem } from './check-shape.ts';
import { hasControlCharacter } from './control-characters.ts';
import { isReservedName } from './reserved-name.ts';
import { type Sketch, type SketchEdge, type SketchNode } from './sketch.ts';

/** Outcome of a node that was routed around. */
export const SKIPPED = 'skipped';

/** Terminal nodes that are entered from anywhere, without an edge. */
export const ENTERED_DIRECTLY: readonly string[] = ['cleanup', 'escalated'];

function idProblems(nodes: readonly SketchNode[]): FoundProblem[] {
  const seen = new Set<string>();
  return nodes.flatMap(({ id, path }): FoundProblem[] => {
    if (id === null) return [];
    const twice = seen.has(id);
    seen.add(id);
    if (twice) return [{ code: 'duplicate-node', path: [...path, 'id'], message: `node ${id} is declared twice` }];
    return isReservedName(id) ? [{ code: 'bad-id', path: [...path, 'id'], message: `${id} is a reserved name` }] : [];
  });
}

function flagProblems({ path, required, optIn, skippable }: SketchNode): FoundProblem[] {
  if (!required) return [];
  if (optIn)
    return [{ code: 'required-and-opt-in', path: [...path, 'optIn'], message: 'a required node cannot be opt-in' }];
  if (!skippable) return [];
  return [
    { code: 'required-and-skippable', path: [...path, 'skippable'], message: 'a required node cannot be skippable' },
  ];
}

function isArtifactName(name: string): boolean {
  const outside =
    name.startsWith('/') ||
    /^[A-Za-z]:/.test(name) ||
    name.split('/').some((part) => part === '..' || part === '.' || part === '');
  return !outside && !name.includes('\\') && !hasControlCharacter(name);
}

function producesProblems(node: SketchNode): FoundProblem[] {
  return node.produces.flatMap((entry, index): FoundProblem[] => {
    if (typeof entry !== 'string') return [];
    const path = [...node.path, 'produces', index];
    const names = entry.split('|').map((name) => name.trim());
    const owner = node.id ?? 'this node';
    if (names.includes('')) {
      return [
        {
          code: 'empty-alternative',
          path,
          message: `${owner} produces ${JSON.stringify(entry)}, which has an empty alternative`,
        },
      ];
    }
    if (names.every(isArtifactName)) return [];
    return [
      {
        code: 'bad-artifact-name',
        path,
        message: `${owner} produces ${JSON.stringify(entry)}, which leaves the item's directory`,
      },
    ];
  });
}

function endpointProblems(edge: SketchEdge, known: ReadonlySet<string>): FoundProblem[] {
  return (['from', 'to'] as const).flatMap((end): FoundProblem[] => {
    const id = edge[end];
    if (id === null || known.has(id)) return [];
    const declared = [...known].join(', ');
    return [
      {
        code: 'unknown-node',
        path: [...edge.path, end],
        message: `${end} names ${JSON.stringify(id)}, which is no node; declared are ${declared}`,
      },
    ];
  });
}

function duplicateEdgeProblems(edges: readonly SketchEdge[]): FoundProblem[] {
  const seen = new Set<string>();
  return edges.flatMap(({ from, on, path }): FoundProblem[] => {
    if (from === null || on === null) return [];
    const key = JSON.stringify([from, on]);
    const twice = seen.has(key);
    seen.add(key);
    return twice
      ? [{ code: 'duplicate-edge', path, message: `a second edge leaves ${from} on ${JSON.stringify(on)}` }]
      : [];
  });
}

function exitProblems(node: SketchNode, edges: readonly SketchEdge[]): FoundProblem[] {
  if (node.id === null) return [];
  const out = edges.filter(({ from }) => from === node.id);
  const at = (key: string): readonly (string | number)[] => [...node.path, key];
  if (node.terminal) {
    return out.map(({ path }) => ({
      code: 'terminal-with-edge',
      path,
      message: `an edge leaves ${String(node.id)}, which is terminal`,
    }));
  }
  if (out.length === 0)
    return [{ code: 'dead-end', path: at('id'), message: `no edge leaves ${node.id}, and it is not terminal` }];
  const bypassed = node.skippable || node.optIn;
  if (!bypassed || out.some(({ on }) => on === SKIPPED)) return [];
  const flag = node.optIn ? 'optIn' : 'skippable';
  return [
    { code: 'no-skipped-edge', path: at(flag), message: `${node.id} may be skipped, and no edge leaves it on skipped` },
  ];
}

function skipSetProblems({ nodes, skipSets }: Sketch): FoundProblem[] {
  return skipSets.flatMap(({ path, members }) =>
    members.flatMap((id, index): FoundProblem[] => {
      if (id === null) return [];
      const node = nodes.find((candidate) => candidate.id === id);
      const where = [...path, index];
      if (node?.optIn === true)
        return [{ code: 'opt-in-member', path: where, message: `${id} is opt-in: it is off unless selected` }];
      if (node?.skippable === true) return [];
      return [{ code: 'not-skippable', path: where, message: `${id} is not a skippable node` }];
    }),
  );
}

/** Whether the parts of a graph fit together. Judged as far as each part can be read. */
export function partProblems(file: Sketch): FoundProblem[] {
  const known = new Set(file.nodes.flatMap(({ id }) => (id === null ? [] : [id])));
  const start: FoundProblem[] =
    file.start === null || known.has(file.start)
      ? []
      : [
          {
            code: 'unknown-node',
            path: ['start'],
            message: `start names ${JSON.stringify(file.start)}, which is no node`,
          },
        ];
  return [
    ...idProblems(file.nodes),
    ...start,
    ...file.nodes.flatMap((node) => [
      ...flagProblems(node),
      ...producesProblems(node),
      ...exitProblems(node, file.edges),
    ]),
    ...file.edges.flatMap((edge) => endpointProblems(edge, known)),
    ...duplicateEdgeProblems(file.edges),
    ...skipSetProblems(file),
  ];
}
