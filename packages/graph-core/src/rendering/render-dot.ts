import { withoutControlCharacters } from '../graph/control-characters.ts';
import { type Graph, type GraphNode } from '../graph/graph.ts';
import { type GraphState } from '../state/graph-state.ts';
import { MARK_COLOURS, type NodeMark, nodeMarks } from './node-marks.ts';

/** A DOT string: a quote and a backslash are escaped, and control characters become blanks. */
function quoted(text: string): string {
  return `"${withoutControlCharacters(text).replace(/[\\"]/g, '\\$&')}"`;
}

function style(mark: NodeMark): string {
  if (mark === 'skipped') return 'filled,dashed';
  return mark === 'current' || mark === 'blocked' ? 'filled,bold' : 'filled';
}

function shape({ actor, terminal }: GraphNode): string {
  if (terminal) return 'oval';
  return actor === 'human' ? 'hexagon' : 'box';
}

/** A directed graph in DOT; see `renderGraph`. */
export function renderDot(graph: Graph, state?: GraphState): string {
  const marks = nodeMarks(graph, state);
  const nodes = graph.nodes.map((node) => {
    const mark = marks.get(node.id) ?? 'ahead';
    const [fill, stroke] = MARK_COLOURS[mark];
    const look = `shape=${shape(node)}, style=${quoted(style(mark))}, fillcolor=${quoted(fill)}, color=${quoted(stroke)}`;
    return `  ${quoted(node.id)} [${look}, class=${quoted(mark)}];`;
  });
  const edges = graph.edges.map(({ from, to, on }) => `  ${quoted(from)} -> ${quoted(to)} [label=${quoted(on)}];`);
  return `${[`digraph ${quoted(graph.name)} {`, '  rankdir=TB;', ...nodes, ...edges, '}'].join('\n')}\n`;
}
