import { type Graph, parseGraph } from '@the-loop/graph-core';
import { readCheckboxes } from '@the-loop/markdown';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyPhaseSelection } from '../builtin/classify-phase-selection/classify-phase-selection.ts';
import { hookContext, remoteThread } from '../testing/hook-context.ts';
import { loopNamed, testGraph, testNode } from '../testing/loops.ts';
import { readVectors } from '../testing/vectors.ts';
import { parseSelection } from './parse-selection.ts';
import { type ChecklistOptions, renderChecklist } from './render-checklist.ts';

interface Input {
  readonly kind: 'rows' | 'parse' | 'gate';
  readonly loop?: string;
  readonly graph?: object;
  readonly body?: string;
  readonly options?: ChecklistOptions;
  readonly comments?: readonly { readonly author: string; readonly body: string }[];
  readonly thread?: readonly { readonly id: string; readonly author: string; readonly body: string }[];
  readonly checklistId?: string;
  readonly config?: {
    readonly authorizedUsers: readonly string[];
    readonly executeKeyword?: string;
    readonly sessionPerPr?: 'always';
  };
  readonly decisions?: object;
}
interface Expected {
  readonly rows?: readonly (readonly [string, boolean])[];
  readonly keyword?: string;
  readonly markers?: readonly string[];
  readonly [field: string]: unknown;
}

const vectors = readVectors<Input, Expected>('selection');
const of = (kind: Input['kind']) => vectors.filter(({ input }) => input.kind === kind);
const graphOf = ({ loop, graph }: Input): Graph => (graph === undefined ? loopNamed(loop ?? '') : parseGraph(graph));
const asSets = (fields: Readonly<Record<string, unknown>>, like: Expected) =>
  Object.fromEntries(
    Object.keys(like).map((key) => [
      key,
      Array.isArray(fields[key]) ? [...(fields[key] as string[])].sort() : fields[key],
    ]),
  );

describe('renderChecklist', () => {
  it.each(of('rows'))('$id', ({ input, expected }) => {
    const text = renderChecklist(graphOf(input), input.options);
    const rows = readCheckboxes(text).map((box) => [/^`?([\w.-]+)/.exec(box.text)?.[1], box.ticked]);
    expect(rows).toEqual(expected.rows);
    expect(text).toContain(`\`${expected.keyword ?? ''}\``);
    for (const marker of expected.markers ?? []) expect(text).toContain(marker);
  });

  it('describes phases on one line and lists what cannot be left out', () => {
    const nodes = [
      testNode({ id: 'phase-selection', required: true }),
      testNode({ id: 'design', skippable: true }),
      testNode({ id: 'second-look', optIn: true, description: 'Another\n  look.' }),
      testNode({ id: 'security-review', required: true }),
    ];
    const text = renderChecklist(testGraph('mini', nodes));
    expect(text).toContain('- [ ] second-look — Another look.');
    expect(text).toContain('\n- security-review\n');
    expect(text).not.toContain('\n- phase-selection');
  });

  it('is understood by its own reader as the default process, with any execute phrase', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('the-loop execute', '/go', 'go'),
        fc.constantFrom('never', 'cross-repository', 'always'),
        (executeKeyword, sessionPerPr) => {
          const graph = loopNamed('pdlc-work-item-loop');
          expect(parseSelection(graph, renderChecklist(graph, { executeKeyword, sessionPerPr }))).toMatchObject({
            skips: [],
            optIns: [],
            refused: [],
            unknown: [],
            contradictions: [],
            malformed: [],
            surface: 'work-item',
            sessionPerPr,
          });
        },
      ),
    );
  });
});

describe('parseSelection', () => {
  it.each(of('parse'))('$id', ({ input, expected }) => {
    const read = parseSelection(graphOf(input), input.body ?? '');
    expect(asSets({ ...read }, expected)).toEqual(asSets(expected, expected));
  });

  const graph = loopNamed('pdlc-work-item-loop');

  it.each([
    ['- [ ] **design**', { skips: ['design'] }],
    ['- [ ] **design**: later', { skips: ['design'] }],
    ['- [ ] DESIGN', { skips: ['design'] }],
    ['1. [ ] design\n2) [ ] evidence', { skips: ['design', 'evidence'] }],
    ['- [ ] desgin', { unknown: ['desgin'], unknownUnticked: ['desgin'], suggestions: { desgin: 'design' } }],
    ['- [] design\n- [-] evidence', { malformed: ['design', 'evidence'] }],
    ['- [] desgin\n- [ ]evidnce', { malformed: ['desgin', 'evidnce'], unknown: [] }],
    ['- [] read the docs\n- [] eggs', { malformed: [] }],
    ['- [ ]\u00A0design\n- [x]\u00A0\u00A0evidence', { skips: ['design'], malformed: [] }],
    [
      '- [ ] outer-loop-on-pull-request\n- [x] outer-loop-on-pull-request',
      { contradictions: ['outer-loop-on-pull-request'] },
    ],
    ['- [x] pr-sessions-sometimes', { unknown: ['pr-sessions-sometimes'], unknownUnticked: [], sessionPerPr: null }],
    ['- [ ] __proto__: x', { skips: [] }],
    ['- [ ] constructor', { unknown: ['constructor'] }],
  ])('reads %j', (body, expected) => {
    expect(parseSelection(graph, body)).toMatchObject(expected);
  });

  it('never throws, and skips only what may be skipped', () => {
    const line = fc.constantFrom(
      '- [ ] ',
      '- [x] ',
      '* [X] ',
      '- [] ',
      '> - [ ] ',
      'design',
      'phase-selection',
      'complete',
      'evidence',
      '`',
      '**',
      ' — ',
      ':',
      '\n',
      '```',
      'x',
    );
    fc.assert(
      fc.property(fc.array(line), (parts) => {
        const { skips, optIns } = parseSelection(graph, parts.join(''));
        for (const id of skips) expect(graph.nodes.find((node) => node.id === id)?.skippable).toBe(true);
        for (const id of optIns) expect(graph.nodes.find((node) => node.id === id)?.optIn).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['- [ ] a\n', '- [ ] ', '- [ ] desgin\n', '*', '`', '- [ ] a-', '- [', '> '])(
    'reads 65,536 characters of "%s" in linear time',
    (piece) => {
      const started = performance.now();
      parseSelection(graph, piece.repeat(Math.ceil(65_536 / piece.length)));
      expect(performance.now() - started).toBeLessThan(2_500);
    },
  );
});

describe('the gate of phase selection', () => {
  it.each(of('gate'))('$id', async ({ input, expected }) => {
    const graph = graphOf(input);
    const { authorizedUsers = [], executeKeyword = '', sessionPerPr = 'cross-repository' } = input.config ?? {};
    const selection = {
      kind: 'selected',
      skips: [],
      optIns: [],
      surface: 'work-item',
      sessionPerPr,
      via: 'default',
    } as never;
    const context = hookContext({
      graph,
      node: { id: 'phase-selection', actor: 'human' },
      comments: (input.comments ?? []).map((comment) => ({ ...comment, kind: 'comment' })),
      remote: remoteThread(input.thread ?? []),
      checklist: { ref: 'github:acme/app#12', id: input.checklistId ?? '' },
      settings: { authorizedUsers, executeKeyword, sessionPerPr },
      state: input.decisions === undefined ? {} : { selection },
    });
    const { status, data } = await classifyPhaseSelection.run(context);
    expect(asSets({ status, ...data }, expected)).toEqual(asSets(expected, expected));
  });
});
