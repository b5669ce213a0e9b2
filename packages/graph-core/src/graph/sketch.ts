import { isMapping } from './check-shape.ts';
import { type GraphPath } from './graph-problem.ts';

/** A node as far as it can be read while the graph may still be wrong elsewhere. */
export interface SketchNode {
  readonly path: GraphPath;
  readonly id: string | null;
  readonly required: boolean;
  readonly skippable: boolean;
  readonly optIn: boolean;
  readonly terminal: boolean;
  readonly produces: readonly unknown[];
  /** Of both chains; an entry without a readable name is left out. */
  readonly hooks: readonly SketchHook[];
}

export interface SketchHook {
  readonly path: GraphPath;
  readonly boundary: 'entry' | 'exit';
  readonly hook: string;
  /** Null where they are no mapping. */
  readonly params: Readonly<Record<string, unknown>> | null;
}

export interface SketchEdge {
  readonly path: GraphPath;
  readonly from: string | null;
  readonly to: string | null;
  readonly on: string | null;
}

/**
 * What of a graph file is readable, whatever else is wrong with it, so that the rules about how its parts fit together
 * can be judged in the same run as the shape of each part.
 */
export interface Sketch {
  readonly start: string | null;
  readonly nodes: readonly SketchNode[];
  readonly edges: readonly SketchEdge[];
  readonly skipSets: readonly { readonly path: GraphPath; readonly members: readonly (string | null)[] }[];
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function sketchNode(value: unknown, index: number): SketchNode {
  const node = isMapping(value) ? value : {};
  const produces = node['produces'];
  return {
    path: ['nodes', index],
    id: text(node['id']),
    required: node['required'] === true,
    skippable: node['skippable'] === true,
    optIn: node['optIn'] === true,
    terminal: node['terminal'] === true,
    produces: typeof produces === 'string' ? [produces] : list(produces),
    hooks: [...sketchChain(node, index, 'entry'), ...sketchChain(node, index, 'exit')],
  };
}

function sketchChain(
  node: Readonly<Record<string, unknown>>,
  index: number,
  boundary: SketchHook['boundary'],
): SketchHook[] {
  return list(node[boundary]).flatMap((entry, position): SketchHook[] => {
    const path = ['nodes', index, boundary, position];
    if (typeof entry === 'string') return entry.trim() === '' ? [] : [{ path, boundary, hook: entry, params: {} }];
    const { hook, with: params = {} } = isMapping(entry) ? entry : {};
    if (typeof hook !== 'string' || hook.trim() === '') return [];
    return [{ path, boundary, hook, params: isMapping(params) ? params : null }];
  });
}

function sketchEdge(value: unknown, index: number): SketchEdge {
  const edge = isMapping(value) ? value : {};
  return { path: ['edges', index], from: text(edge['from']), to: text(edge['to']), on: text(edge['on']) };
}

/** Reads what is readable. */
export function sketch(file: unknown): Sketch {
  const graph = isMapping(file) ? file : {};
  const sets = isMapping(graph['skipSets']) ? Object.entries(graph['skipSets']) : [];
  return {
    start: text(graph['start']),
    nodes: list(graph['nodes']).map(sketchNode),
    edges: list(graph['edges']).map(sketchEdge),
    skipSets: sets.map(([name, members]) => ({ path: ['skipSets', name], members: list(members).map(text) })),
  };
}
