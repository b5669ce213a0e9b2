import {
  appendFacts,
  emptyState,
  type Fact,
  GraphError,
  type GraphState,
  parseGraph,
  planAdvance,
  runChain,
  type Stamp,
  viewState,
} from '@the-loop/graph-core';
import { expect, it } from 'vitest';
import { builtinHooks } from '../../registry.ts';
import { hookContext } from '../../testing/hook-context.ts';

const LOG = 'execution-log.md';
const gate = (more: object = {}) => [
  { hook: 'validate-artifacts', with: { validates: LOG, sections: ['Review cycles'], ...more } },
];
const loop = (critic: object, nodes: readonly object[] = [], self: object = {}) => ({
  version: 1,
  name: 'reviews',
  start: 'build',
  nodes: [
    { id: 'build', actor: 'agent' },
    { id: 'self-review', actor: 'agent', exit: gate(self) },
    { id: 'critic-review', actor: 'agent', exit: gate(critic) },
    ...nodes,
    { id: 'complete', actor: 'code', terminal: true },
  ],
  edges: [
    { from: 'build', to: 'self-review', on: 'pass' },
    { from: 'self-review', to: 'critic-review', on: 'pass' },
    { from: 'critic-review', to: 'complete', on: 'pass' },
  ],
});

const stamp: Stamp = { at: '2026-03-02T10:00:00Z', by: { login: 'agent' }, source: { kind: 'claim' } };
const graph = parseGraph(loop({ distinctFrom: 'self-review' }), { hooks: builtinHooks });
const entered = (node: string): Fact => ({ kind: 'entered', ...stamp, node, entry: 1, via: 'force', subjects: {} });

/** Claims the current node with this log, and takes the edge if its gate passes. */
async function claim(state: GraphState, log: string, walks = { graph, name: LOG }) {
  const { graph, name } = walks;
  const view = viewState(graph, state);
  const node = graph.nodes.find(({ id }) => id === view.currentNode);
  const context = hookContext({ node: node ?? {}, graph, facts: state.facts, files: { [name]: log } });
  const chain = await runChain(builtinHooks, context);
  const { facts } = planAdvance(graph, state, { stamp, chain, artifacts: {}, claim: true });
  const codes = (chain.blocking?.result.messages ?? []).map(({ code, detail }) => [code, detail]);
  return { state: appendFacts(state, facts), codes };
}

const at = (node: string) => appendFacts(emptyState('issue-12', 'acme/app'), [entered(node)]);
const said = (words: string) => `## Review cycles\n\n${words}\n\n## Transitions\n\n- one\n`;

it('one record does not stand for two reviews', async () => {
  const self = await claim(at('self-review'), said('- [ ] round 1: none found'));
  expect(viewState(graph, self.state).currentNode).toBe('critic-review');
  const disguised = `${said('- [x] round 1:   none found\n\n<!-- the critic agrees -->')}- two\n`;
  const same = await claim(self.state, disguised);
  expect(same.codes).toEqual([['VA_SECTION_SAME', 'Review cycles']]);
  const more = await claim(same.state, said('- [x] round 1: none found\n- round 2, by the critic: one typo'));
  expect(viewState(graph, more.state).currentNode).toBe('complete');
});

it('compares with how the section was when the node was left last', async () => {
  const first = await claim(at('self-review'), said('- a'));
  const again = await claim(appendFacts(first.state, [entered('self-review')]), said('- a\n- b'));
  expect((await claim(again.state, said('- a\n- b'))).codes).toEqual([['VA_SECTION_SAME', 'Review cycles']]);
  expect((await claim(again.state, said('- a'))).codes).toEqual([]);
});

it('is not passed by giving the file another name that is accepted', async () => {
  const named = { validates: 'review.md|critic.md' };
  const renaming = parseGraph(loop({ ...named, distinctFrom: 'self-review' }, [], named), { hooks: builtinHooks });
  const self = await claim(at('self-review'), said('- a'), { graph: renaming, name: 'review.md' });
  const renamed = { graph: renaming, name: 'critic.md' };
  expect((await claim(self.state, said('- a'), renamed)).codes).toEqual([['VA_SECTION_SAME', 'Review cycles']]);
  expect((await claim(self.state, said('- a\n- b'), renamed)).codes).toEqual([]);
});

it('asks for nothing more than a record where the named node left none', async () => {
  expect((await claim(at('critic-review'), said('- a'))).codes).toEqual([]);
  const older: Fact = { kind: 'exited', ...stamp, node: 'self-review', outcome: 'pass' };
  const state = appendFacts(at('self-review'), [older, entered('critic-review')]);
  expect((await claim(state, said('- a'))).codes).toEqual([]);
});

it('says of an empty section that it is empty, and not that it is the same', async () => {
  const self = await claim(at('self-review'), said('- a'));
  expect((await claim(self.state, said('TBD'))).codes).toEqual([['VA_SECTION_EMPTY', 'Review cycles']]);
});

it('keeps nothing of a node that no later gate names', async () => {
  const plain = parseGraph(loop({}), { hooks: builtinHooks });
  const context = hookContext({ node: plain.nodes[1] ?? {}, graph: plain, files: { [LOG]: said('- a') } });
  expect((await runChain(builtinHooks, context)).results[0]?.result.data).not.toHaveProperty('sections');
});

it.each([
  ['no node', { distinctFrom: 'slef-review' }, 'distinctFrom: "slef-review" is no node of this graph'],
  ['itself', { distinctFrom: 'critic-review' }, 'distinctFrom: "critic-review" does not come before critic-review'],
  ['a later node', { distinctFrom: 'complete' }, 'distinctFrom: "complete" does not come before critic-review'],
  [
    'a node whose gate reads no artifacts',
    { distinctFrom: 'build' },
    'distinctFrom: "build" has no validate-artifacts on its exit, so nothing of it is kept to compare with',
  ],
  ['no section', { distinctFrom: 'self-review', sections: [] }, 'distinctFrom compares sections, and none are named'],
])('a graph that compares with %s does not load', (_name, critic, message) => {
  let problems: readonly { readonly code: string; readonly at: string; readonly message: string }[] = [];
  try {
    parseGraph(loop(critic), { hooks: builtinHooks });
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    ({ problems } = error);
  }
  expect(problems).toEqual([{ code: 'bad-params', at: 'nodes[2].exit[0]', message: `validate-artifacts: ${message}` }]);
});

it('a way back does not make a later node an earlier one', () => {
  const back = loop({ distinctFrom: 'briefing' }, [{ id: 'briefing', actor: 'agent', exit: gate() }]);
  const edges = [
    ...back.edges.slice(0, 2),
    { from: 'critic-review', to: 'briefing', on: 'pass' },
    { from: 'briefing', to: 'build', on: 'changes-requested' },
    { from: 'briefing', to: 'complete', on: 'pass' },
  ];
  expect(() => parseGraph({ ...back, edges }, { hooks: builtinHooks })).toThrow(/does not come before critic-review/);
});
