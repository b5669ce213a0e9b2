import { expect, it } from 'vitest';
import { smallLoop } from '../testing/graphs.ts';
import { stamp } from '../testing/walker.ts';
import { emptyState } from './empty-state.ts';
import { type Fact } from './fact.ts';
import { viewState } from './view-state.ts';

const graph = smallLoop();

it('keeps the view of a state that did not change', () => {
  const state = {
    ...emptyState('issue-1', ''),
    facts: [{ kind: 'abandoned', ...stamp(), reason: 'r' }] satisfies Fact[],
  };
  expect(viewState(graph, state)).toBe(viewState(graph, state));
  expect(viewState(smallLoop(), state)).toEqual(viewState(graph, state));
});
