import { expect, it } from 'vitest';
import { parseGraph } from '../graph/parse-graph.ts';
import { stamp } from '../testing/walker.ts';
import { type Fact } from './fact.ts';
import { reachedNodes } from './reached-nodes.ts';

/** Two branches that meet again: one of them is shorter, and has a way back. */
const branches = parseGraph({
  start: 'triage',
  nodes: [
    { id: 'triage', actor: 'human', exit: ['ask'] },
    { id: 'big', exit: ['gate'] },
    { id: 'split', skippable: true, exit: ['gate'] },
    { id: 'small', exit: ['gate'] },
    { id: 'review', actor: 'human', exit: ['ask'] },
    { id: 'complete', terminal: true },
    { id: 'cleanup', terminal: true },
  ],
  edges: [
    { from: 'triage', to: 'small', on: 'approved' },
    { from: 'triage', to: 'big', on: 'changes-requested' },
    { from: 'big', to: 'split', on: 'pass' },
    { from: 'split', to: 'review', on: 'pass' },
    { from: 'split', to: 'review', on: 'skipped' },
    { from: 'small', to: 'review', on: 'pass' },
    { from: 'review', to: 'complete', on: 'approved' },
    { from: 'review', to: 'small', on: 'changes-requested' },
  ],
});

const entered = (node: string): Fact => ({ kind: 'entered', ...stamp(), node, entry: 1, via: 'edge', subjects: {} });
const skipped = (node: string): Fact => ({ kind: 'exited', ...stamp(), node, outcome: 'skipped' });

it.each<[string, Fact[], string[]]>([
  ['nothing: the start', [], ['triage']],
  ['one branch', [entered('triage'), entered('small'), entered('review')], ['review', 'small', 'triage']],
  [
    'the other, with a node that was routed around',
    [entered('triage'), entered('big'), skipped('split'), entered('review'), entered('complete')],
    ['big', 'complete', 'review', 'split', 'triage'],
  ],
  [
    'a way back, which takes what was walked since off',
    [entered('triage'), entered('small'), entered('review'), entered('small')],
    ['small', 'triage'],
  ],
  [
    'a jump, with what lies between',
    [entered('triage'), entered('big'), entered('review')],
    ['big', 'review', 'split', 'triage'],
  ],
  [
    'a jump, and back into what lies between',
    [entered('triage'), entered('big'), entered('complete'), entered('review')],
    ['big', 'review', 'split', 'triage'],
  ],
  ['a pointer out of nowhere', [entered('complete')], ['complete', 'review', 'small', 'triage']],
  ['an end it was moved aside to', [entered('triage'), entered('small'), entered('cleanup')], ['small', 'triage']],
  ['a pointer to no node: everything', [entered('ghost')], branches.nodes.map(({ id }) => id).sort()],
])('reaches by %s', (_what, facts, reached) => {
  expect([...reachedNodes(branches, facts)].sort()).toEqual(reached);
});
