import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzeGraph, graphToJSON } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import vectors from '../../vectors/loops.json' with { type: 'json' };
import { compileLoop } from './compile-loop.ts';
import { graphDigest } from './graph-digest.ts';
import { loadLoop, loadLoopWithDigest } from './load-loop.ts';
import { loopNames } from './shipped-loops.ts';

interface Expected {
  readonly edges: readonly string[];
  readonly entry: unknown[][];
  readonly exit: unknown[][];
}

interface Case {
  readonly id: string;
  readonly input: { readonly fn: string; readonly loop: string; readonly node?: string };
  readonly expected: Expected;
}

const graphs = join(import.meta.dirname, '../../graphs');
const cases = vectors.cases as unknown as Case[];

function expectEntries(found: readonly { hook: string; with: Record<string, unknown> }[], expected: unknown[][]) {
  expect(found.map((entry) => entry.hook)).toEqual(expected.map(([hook]) => hook));
  expected.forEach(([, params], index) => {
    if (params !== undefined) expect(found[index]?.with).toMatchObject(params as object);
  });
}

describe('the shipped loops', () => {
  it.each(cases.filter(({ input }) => input.fn === 'loop'))('$id', async ({ input, expected }) => {
    const json = graphToJSON(await loadLoop(input.loop));
    const edges = json.edges.map(({ from, on, to }) => `${from} ${on} ${to}`);
    const nodes = json.nodes.map(({ id }) => id);
    const { version, name, start, skipSets } = json;
    expect({ version, name, start, skipSets, nodes }).toEqual({ ...expected, edges: undefined });
    expect(edges.sort()).toEqual([...expected.edges].sort());
  });

  it.each(cases.filter(({ input }) => input.fn === 'node'))('$id', async ({ input, expected }) => {
    const node = (await loadLoop(input.loop)).nodes.find(({ id }) => id === input.node);
    const { entry, exit, ...fields } = expected;
    expect(node).toMatchObject(fields);
    expectEntries(node?.entry ?? [], entry);
    expectEntries(node?.exit ?? [], exit);
  });

  it.each([
    ['pdlc-work-item-loop', 21, 41],
    ['pdlc-pr-loop', 9, 9],
    ['pdlc-contribution-loop', 15, 26],
    ['pdlc-adhoc-loop', 5, 3],
  ])('%s has %d nodes and %d edges', async (name, nodes, edges) => {
    const graph = await loadLoop(name);
    expect([graph.nodes.length, graph.edges.length]).toEqual([nodes, edges]);
  });

  it.each(loopNames)('%s is compiled from its YAML as it is today', (name) => {
    const compiled = readFileSync(join(import.meta.dirname, `../shipped/${name}.generated.json`), 'utf8');
    expect(compiled).toBe(compileLoop(readFileSync(join(graphs, `${name}.yaml`), 'utf8')));
  });

  it('has a compiled form for every YAML file and no other', () => {
    const compiled = readdirSync(join(import.meta.dirname, '../shipped')).map((file) =>
      file.replace('.generated.json', ''),
    );
    expect(compiled.sort()).toEqual(
      readdirSync(graphs)
        .map((file) => file.replace('.yaml', ''))
        .sort(),
    );
    expect(compiled.sort()).toEqual([...loopNames].sort());
  });

  it.each(loopNames)('%s carries the digest of its graph', async (name) => {
    const { graph, digest } = await loadLoopWithDigest(name);
    expect(digest).toBe(graphDigest(graph));
  });

  it.each(loopNames)('%s has no finding of the analysis', async (name) => {
    expect(analyzeGraph(await loadLoop(name))).toEqual([]);
  });

  it.each(['pdlc-work-item-loop', 'pdlc-contribution-loop'])(
    '%s routes a skipped node where its gate would lead',
    async (name) => {
      const { edges, nodes } = await loadLoop(name);
      for (const node of nodes.filter(({ skippable }) => skippable)) {
        const to = (on: string) => edges.find((edge) => edge.from === node.id && edge.on === on)?.to;
        expect(to('skipped')).toBe(to('pass') ?? to('approved'));
      }
    },
  );

  it('lets everything in the work item loop be skipped but the selection and the ends', async () => {
    const { nodes } = await loadLoop('pdlc-work-item-loop');
    const kept = nodes.filter(({ skippable }) => !skippable).map(({ id }) => id);
    expect(kept).toEqual(['phase-selection', 'complete', 'cleanup', 'escalated']);
  });
});

describe("an operator's own loop", () => {
  const yaml =
    'name: mine\nnodes:\n  - id: a\n  - { id: complete, terminal: true }\nedges:\n  - { from: a, on: pass, to: complete }\n';

  it('is read from text', async () => {
    expect((await loadLoop('mine', { graphs: { mine: yaml } })).start).toBe('a');
  });

  it('is read from a file by its absolute path', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'loops-')), 'mine.yaml');
    writeFileSync(path, yaml);
    expect((await loadLoop('mine', { graphs: { mine: path } })).name).toBe('mine');
  });

  it.each([
    ['made-up', {}, 'GRAPH_LOOP_UNKNOWN'],
    ['../../evil', {}, 'GRAPH_LOOP_UNKNOWN'],
    ['__proto__', {}, 'GRAPH_LOOP_UNKNOWN'],
    ['', {}, 'GRAPH_LOOP_UNKNOWN'],
    ['other', { other: yaml }, 'GRAPH_LOOP_UNREADABLE'],
    ['mine', { mine: '/no/such/file.yaml' }, 'GRAPH_LOOP_UNREADABLE'],
    ['mine', { mine: 'nodes: []' }, 'GRAPH_INVALID'],
  ])('is refused as %j with %j: %s', async (name, own, code) => {
    await expect(loadLoop(name, { graphs: own })).rejects.toMatchObject({ code });
  });

  it('cannot take the name of a shipped loop', async () => {
    const graph = await loadLoop('pdlc-adhoc-loop', { graphs: { 'pdlc-adhoc-loop': yaml } });
    expect(graph.start).toBe('work');
  });
});
