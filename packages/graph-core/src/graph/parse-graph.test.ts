import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallLoop } from '../testing/graphs.ts';
import { type HookCatalogue, type HookDescription } from './graph.ts';
import { GraphError, type GraphProblem } from './graph-problem.ts';
import { parseGraph } from './parse-graph.ts';

function problemsOf(source: string | object, hooks?: HookCatalogue): readonly GraphProblem[] {
  try {
    parseGraph(source, { hooks });
    return [];
  } catch (error) {
    if (error instanceof GraphError) return error.problems;
    throw error;
  }
}

const ONE_EDGE = 'edges:\n  - {from: a, to: b, on: pass}\n';

describe('parseGraph', () => {
  it.each<[string, string, string]>([
    [
      'unknown-key',
      'nodes[0].skipable',
      `nodes:\n  - {id: a, skipable: true, colour: red}\n  - {id: b, terminal: true}\n${ONE_EDGE}`,
    ],
    [
      'unknown-key',
      'nodes[0].colour',
      `nodes:\n  - {id: a, skipable: true, colour: red}\n  - {id: b, terminal: true}\n${ONE_EDGE}`,
    ],
    ['unknown-key', 'extra', 'extra: 1\nnodes:\n  - {id: a, terminal: true}\n'],
    [
      'unknown-key',
      'edges[0].if',
      'nodes:\n  - {id: a}\n  - {id: b, terminal: true}\nedges:\n  - {from: a, to: b, on: pass, if: x}\n',
    ],
    [
      'unknown-key',
      'nodes[0].exit[0].params',
      `nodes:\n  - {id: a, exit: [{hook: h, params: {}}]}\n  - {id: b, terminal: true}\n${ONE_EDGE}`,
    ],
    ['missing-key', 'edges[0].on', 'nodes:\n  - {id: a}\n  - {id: b, terminal: true}\nedges:\n  - {from: a, to: b}\n'],
    ['missing-key', 'nodes[0].id', 'nodes:\n  - {terminal: true}\n'],
    [
      'wrong-type',
      'nodes[0].exit[0].with',
      `nodes:\n  - {id: a, exit: [{hook: h, with: [1]}]}\n  - {id: b, terminal: true}\n${ONE_EDGE}`,
    ],
    [
      'wrong-type',
      'nodes[0].maxAttempts',
      `nodes:\n  - {id: a, maxAttempts: 0}\n  - {id: b, terminal: true}\n${ONE_EDGE}`,
    ],
    ['wrong-type', 'skipSets', 'nodes:\n  - {id: a, terminal: true}\nskipSets: [[a]]\n'],
    ['bad-value', 'nodes[0].actor', `nodes:\n  - {id: a, actor: robot}\n  - {id: b, terminal: true}\n${ONE_EDGE}`],
    ['bad-id', 'nodes[0].id', 'nodes:\n  - {id: constructor, terminal: true}\n'],
    ['bad-id', 'nodes[0].id', 'nodes:\n  - {id: "a/../b", terminal: true}\n'],
    ['bad-id', 'skipSets.__proto__', 'nodes:\n  - {id: a, terminal: true}\nskipSets: {__proto__: []}\n'],
    [
      'bad-id',
      'nodes[0].exit[0].with.__proto__',
      `nodes:\n  - {id: a, exit: [{hook: h, with: {__proto__: {x: 1}}}]}\n  - {id: b, terminal: true}\n${ONE_EDGE}`,
    ],
    [
      'duplicate-edge',
      'edges[1]',
      'nodes:\n  - {id: a}\n  - {id: b, terminal: true}\nedges:\n  - {from: a, to: b, on: pass}\n  - {from: a, to: a, on: pass}\n',
    ],
    ['unreachable', 'nodes[1].id', 'nodes:\n  - {id: a, terminal: true}\n  - {id: b, terminal: true}\n'],
    ['unknown-node', 'start', 'start: ghost\nnodes:\n  - {id: a, terminal: true}\n'],
    [
      'required-and-opt-in',
      'nodes[0].optIn',
      `nodes:\n  - {id: a, required: true, optIn: true, skippable: true}\n  - {id: b, terminal: true}\n${ONE_EDGE}`,
    ],
    [
      'opt-in-member',
      'skipSets.s[0]',
      `nodes:\n  - {id: a, optIn: true}\n  - {id: b, terminal: true}\n${ONE_EDGE}  - {from: a, to: b, on: skipped}\nskipSets: {s: [a]}\n`,
    ],
    [
      'empty-alternative',
      'nodes[0].produces[0]',
      `nodes:\n  - {id: a, produces: 'x.md||y.md'}\n  - {id: b, terminal: true}\n${ONE_EDGE}`,
    ],
    [
      'bad-artifact-name',
      'nodes[0].produces[0]',
      `nodes:\n  - {id: a, produces: ['../x.md']}\n  - {id: b, terminal: true}\n${ONE_EDGE}`,
    ],
  ])('names %s at %s', (code, at, source) => {
    expect(problemsOf(source)).toContainEqual(expect.objectContaining({ code, at }));
  });

  it('names every problem at once, each with its line and column, in the order of the file', () => {
    const source =
      'start: ghost\nnodes:\n  - id: a\n    actor: robot\n    skipable: true\n    colour: red\n  - {id: a}\nedges:\n  - {from: a, to: z, on: pass}\n';
    const places = problemsOf(source).map(({ code, line, column }) => [code, line, column]);
    expect(places).toEqual([
      ['unknown-node', 1, 1],
      ['bad-value', 4, 5],
      ['unknown-key', 5, 5],
      ['unknown-key', 6, 5],
      ['duplicate-node', 7, 6],
      ['unknown-node', 9, 15],
    ]);
  });

  it('says where YAML itself is broken', () => {
    expect(problemsOf('nodes:\n  - {id: a\n')[0]).toMatchObject({ code: 'not-yaml', line: 3 });
    expect(problemsOf('nodes: [a]\nnodes: [b]\n')[0]).toMatchObject({ code: 'not-yaml', line: 2 });
  });

  it('refuses aliases that multiply without end', () => {
    const bomb = `a: &a [1,1,1,1,1,1,1,1,1]\n${['b', 'c', 'd', 'e', 'f']
      .map(
        (key, i) =>
          `${key}: &${key} [${Array(9)
            .fill(`*${'abcdef'[i] ?? 'a'}`)
            .join(',')}]`,
      )
      .join('\n')}\n`;
    expect(problemsOf(bomb)).toEqual([expect.objectContaining({ code: 'not-yaml' })]);
  });

  it('fills in defaults, keeps alternatives as written and makes opt-in nodes skippable', () => {
    const graph = smallLoop();
    expect(graph.nodes[1]).toEqual({
      id: 'requirements',
      phase: '',
      actor: 'agent',
      session: 'new',
      command: '',
      stage: '',
      produces: ['requirements.md|bugfix.md'],
      required: false,
      optional: false,
      skippable: true,
      optIn: false,
      description: '',
      maxAttempts: 3,
      entry: [],
      exit: [{ hook: 'check-paper', with: {} }],
      terminal: false,
    });
    expect(graph.nodes.find(({ id }) => id === 'critique')).toMatchObject({ optIn: true, skippable: true });
    expect(graph.version).toBe(1);
  });

  it('counts the ends that are entered directly as reachable', () => {
    expect(
      problemsOf(
        'nodes:\n  - {id: a, terminal: true}\n  - {id: cleanup, terminal: true}\n  - {id: escalated, terminal: true}\n',
      ),
    ).toEqual([]);
    expect(
      problemsOf(
        'nodes:\n  - {id: a, terminal: true}\n  - {id: cleanup}\nedges:\n  - {from: cleanup, to: a, on: pass}\n',
      ),
    ).toHaveLength(1);
  });

  it('makes graphs that nobody can change, apart from the data they came from', () => {
    const data = { nodes: [{ id: 'a', terminal: true, exit: [{ hook: 'h', with: { list: [1] } }] }] };
    const graph = parseGraph(data);
    data.nodes[0]?.exit[0]?.with.list.push(2);
    expect(graph.nodes[0]?.exit[0]?.with).toEqual({ list: [1] });
    expect(() => (graph.nodes as unknown[]).push({})).toThrow(TypeError);
    expect(Object.isFrozen(graph.nodes[0]?.exit[0]?.with)).toBe(true);
  });

  const hook = (name: string, outcomes: readonly string[] = []): [string, HookDescription] => [
    name,
    { name, capability: 'pure', outcomes, checkParams: (params) => ('bad' in params ? ['bad is not known'] : []) },
  ];

  it('judges hooks only when it is told which there are', () => {
    const source = `nodes:\n  - {id: a, entry: [nope], exit: [{hook: known, with: {bad: 1}}]}\n  - {id: b, terminal: true}\n${ONE_EDGE}`;
    expect(problemsOf(source)).toEqual([]);
    expect(problemsOf(source, new Map([hook('known')])).map(({ code, at }) => [code, at])).toEqual([
      ['unknown-hook', 'nodes[0].entry[0]'],
      ['bad-params', 'nodes[0].exit[0]'],
    ]);
  });

  it('judges hooks and the whole way beside a fault of shape, and no reachability while an edge is not clear', () => {
    const nodes =
      'nodes:\n  - {id: a, actor: robot, exit: [nope, {hook: known, with: {bad: 1}}]}\n  - {id: b, terminal: true}\n  - {id: c, terminal: true}\n';
    const codes = (source: string) => problemsOf(source, new Map([hook('known')])).map(({ code }) => code);
    expect(codes(nodes + ONE_EDGE)).toEqual(['bad-value', 'unknown-hook', 'bad-params', 'unreachable']);
    expect(codes(`${nodes}${ONE_EDGE}  - {from: a, to: ghost, on: other}\n`)).toEqual([
      'bad-value',
      'unknown-hook',
      'bad-params',
      'unknown-node',
    ]);
    const skips = '  - {from: a, to: a, on: skipped}\n';
    expect(codes(`nodes:\n  - {id: a, actor: robot}\n  - {id: b, terminal: true}\n${ONE_EDGE}${skips}`)).toEqual([
      'skip-cycle',
      'bad-value',
    ]);
  });

  it('fails with one typed fault for any text and any data', () => {
    const safe = (source: string | object): void => {
      try {
        parseGraph(source);
      } catch (error) {
        expect(error).toBeInstanceOf(GraphError);
        expect(error).toMatchObject({ code: 'GRAPH_INVALID' });
      }
    };
    fc.assert(fc.property(fc.string({ maxLength: 200 }), safe));
    fc.assert(
      fc.property(
        fc.object({ maxDepth: 4, withDate: true, withBigInt: true, withMap: true, withNullPrototype: true }),
        safe,
      ),
    );
    const piece = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constant(null),
      fc.boolean(),
      fc.array(fc.anything(), { maxLength: 3 }),
    );
    const node = fc.dictionary(fc.constantFrom('id', 'actor', 'exit', 'produces', 'required', '__proto__', 'x'), piece);
    const file = fc.record({
      nodes: fc.oneof(piece, fc.array(node)),
      edges: fc.oneof(piece, fc.array(node)),
      skipSets: fc.oneof(piece, node),
    });
    fc.assert(fc.property(file, safe));
  });

  it('refuses depth and cycles instead of running out of stack', () => {
    const round: Record<string, unknown> = {};
    round['again'] = round;
    expect(problemsOf({ nodes: [{ id: 'a', terminal: true, exit: [{ hook: 'h', with: round }] }] })[0]?.code).toBe(
      'too-large',
    );
    expect(problemsOf('['.repeat(20_000))[0]?.code).toBe('not-yaml');
  });
});
