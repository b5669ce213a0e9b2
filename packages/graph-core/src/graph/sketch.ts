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
  };
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
