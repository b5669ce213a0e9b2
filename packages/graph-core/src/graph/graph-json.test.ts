import { describe, expect, it } from 'vitest';
import { SMALL_LOOP, smallLoop } from '../testing/graphs.ts';
import { canonicalGraph, type GraphJSON, graphFromJSON, graphToJSON, reviveGraph } from './graph-json.ts';
import { GraphError } from './graph-problem.ts';
import { parseGraph } from './parse-graph.ts';

describe('graphs as data', () => {
  it('read back equal, with the same canonical text', () => {
    const graph = smallLoop();
    const json: unknown = JSON.parse(JSON.stringify(graphToJSON(graph)));
    expect(graphFromJSON(json)).toEqual(graph);
    expect(canonicalGraph(graphFromJSON(json))).toBe(canonicalGraph(graph));
  });

  it('are revived equal and frozen to the last part', () => {
    const revived = reviveGraph(JSON.parse(JSON.stringify(graphToJSON(smallLoop()))) as GraphJSON);
    expect(revived).toEqual(smallLoop());
    const [node] = revived.nodes;
    expect([revived, revived.nodes, node, node?.exit, revived.edges, revived.skipSets].every(Object.isFrozen)).toBe(
      true,
    );
  });

  it('have one canonical text however the file is written', () => {
    const shuffled = parseGraph({
      edges: [{ on: 'pass', to: 'b', from: 'a' }],
      nodes: [
        { exit: [{ with: { y: 1, x: 2 }, hook: 'h' }], id: 'a' },
        { terminal: true, id: 'b' },
      ],
    });
    const plain = parseGraph(
      'nodes:\n  - {id: a, exit: [{hook: h, with: {x: 2, y: 1}}], skippable: false}\n  - {id: b, terminal: true}\nedges:\n  - {from: a, to: b, on: pass}\n',
    );
    expect(canonicalGraph(shuffled)).toBe(canonicalGraph(plain));
    expect(canonicalGraph(parseGraph(SMALL_LOOP))).not.toBe(canonicalGraph(plain));
  });

  it('fail as parseGraph does', () => {
    expect(() => graphFromJSON([])).toThrow(GraphError);
    expect(() => graphFromJSON(null)).toThrow(/mapping/);
  });
});
