import { describe, expect, it } from 'vitest';
import { parseGraph } from '../graph/parse-graph.ts';
import { smallLoop } from '../testing/graphs.ts';
import { Walker } from '../testing/walker.ts';
import { renderGraph } from './render-graph.ts';

function walked(): Walker {
  const item = new Walker(smallLoop());
  item.start();
  item.select(['design']);
  item.advance();
  return item;
}

const hostile = parseGraph({
  nodes: [{ id: 'a' }, { id: 'end', terminal: true }],
  edges: [{ from: 'a', to: 'end', on: 'x"] --> evil["<script>\n\\"' }],
});

describe('renderGraph as mermaid', () => {
  it('shows shapes, edges and where the item is', () => {
    const { graph, state } = walked();
    const text = renderGraph(graph, 'mermaid', state);
    expect(text).toContain('flowchart TD');
    expect(text).toContain('n0{{"select"}}:::visited');
    expect(text).toContain('n2{{"requirements-approval"}}:::current');
    expect(text).toContain('n3["design"]:::skipped');
    expect(text).toContain('n4["critique"]:::skipped');
    expect(text).toContain('n8(["complete"]):::ahead');
    expect(text).toContain('n0 -- "selected" --> n1');
  });

  it('shows a node that blocks', () => {
    const item = walked();
    item.answer('changes-requested');
    item.claim(undefined, { status: 'block', messages: [{ text: 'no' }] });
    expect(renderGraph(item.graph, 'mermaid', item.state)).toContain('n1["requirements"]:::blocked');
  });

  it('lets no outcome add to the diagram', () => {
    const edge = renderGraph(hostile, 'mermaid')
      .split('\n')
      .find((line) => line.includes('-->'));
    expect(edge).toMatch(/^ {2}n0 -- "[A-Za-z0-9 ._#;-]*" --> n1$/);
  });
});

describe('renderGraph as dot', () => {
  it('shows the same', () => {
    const { graph, state } = walked();
    const text = renderGraph(graph, 'dot', state);
    expect(text).toMatch(/^digraph "small-loop" \{/);
    expect(text).toMatch(/"requirements-approval" \[shape=hexagon, .*class="current"\];/);
    expect(text).toMatch(/"design" \[shape=box, style="filled,dashed",.*class="skipped"\];/);
    expect(text).toContain('"select" -> "requirements" [label="selected"];');
  });

  it('lets no outcome add to the diagram', () => {
    const edges = renderGraph(hostile, 'dot')
      .split('\n')
      .filter((line) => line.includes('->'));
    expect(edges).toEqual(['  "a" -> "end" [label="x\\"] --> evil[\\"<script> \\\\\\""];']);
  });

  it('marks nothing without a state', () => {
    expect(renderGraph(smallLoop(), 'dot')).not.toMatch(/class="(?!ahead)/);
  });
});
