import { type Graph, type GraphNode } from '../graph/graph.ts';
import { type GraphState } from '../state/graph-state.ts';
import { MARK_COLOURS, nodeMarks } from './node-marks.ts';

/** Everything but plain characters is written as a numeric entity, which Mermaid shows and never interprets. */
function escaped(text: string): string {
  return Array.from(text, (char) => (/[A-Za-z0-9 ._-]/.test(char) ? char : `#${String(char.codePointAt(0))};`)).join(
    '',
  );
}

function shape({ actor, terminal }: GraphNode): readonly [string, string] {
  if (terminal) return ['(["', '"])'];
  return actor === 'human' ? ['{{"', '"}}'] : ['["', '"]'];
}

/** A Mermaid flowchart; see `renderGraph`. */
export function renderMermaid(graph: Graph, state?: GraphState): string {
  const marks = nodeMarks(graph, state);
  const keys = new Map(graph.nodes.map(({ id }, index) => [id, `n${index}`]));
  const nodes = graph.nodes.map((node) => {
    const [open, close] = shape(node);
    return `  ${keys.get(node.id) ?? ''}${open}${escaped(node.id)}${close}:::${marks.get(node.id) ?? 'ahead'}`;
  });
  const edges = graph.edges.map(
    ({ from, to, on }) => `  ${keys.get(from) ?? ''} -- "${escaped(on)}" --> ${keys.get(to) ?? ''}`,
  );
  const classes = Object.entries(MARK_COLOURS).map(([mark, [fill, stroke]]) => {
    const dashes = mark === 'skipped' ? ',stroke-dasharray:4 3' : '';
    const width = mark === 'current' || mark === 'blocked' ? ',stroke-width:3px' : '';
    return `  classDef ${mark} fill:${fill},stroke:${stroke},color:#212529${width}${dashes}`;
  });
  return `${['flowchart TD', ...nodes, ...edges, ...classes].join('\n')}\n`;
}
