import { describe, expect, it } from 'vitest';
import { smallLoop } from '../testing/graphs.ts';
import { stamp, Walker } from '../testing/walker.ts';
import { planForce } from './plan-force.ts';

function atDesign(): Walker {
  const item = new Walker(smallLoop());
  item.start();
  item.select(['requirements', 'requirements-approval']);
  return item;
}

describe('complete', () => {
  it('refuses a claim on an item that was never started', () => {
    const item = new Walker(smallLoop());
    expect(item.claim()).toMatchObject({
      node: '',
      status: 'refused',
      reason: 'not-started',
      moved: false,
      currentNode: '',
    });
  });

  it('records a claim that holds, and by whom', () => {
    const item = atDesign();
    expect(item.claim('design')).toMatchObject({
      node: 'design',
      status: 'pass',
      moved: true,
      currentNode: 'design-approval',
      reason: '',
    });
    expect(item.view.completions['design']).toMatchObject({ by: 'agent' });
    expect(item.state.facts.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
  });

  it('A6: carries no verdict: unfinished work blocks on what it would block on anyway', () => {
    const item = atDesign();
    expect(item.claim('design', { status: 'block', messages: [{ text: 'draft' }] })).toMatchObject({
      status: 'block',
      moved: false,
      messages: ['draft'],
    });
    expect(item.view.completions).toEqual({});
    expect(item.claim(undefined, { status: 'block', messages: [{ text: 'draft' }] })).toMatchObject({
      status: 'escalated',
    });
  });

  it.each([
    ['ghost', 'unknown-node'],
    ['constructor', 'unknown-node'],
    ['build', 'not-current'],
    ['complete', 'not-current'],
    ['approval', 'human-gate'],
  ])('refuses a claim for %s as %s, and writes nothing', (node, reason) => {
    const item = atDesign();
    const { facts } = item.state;
    expect(item.claim(node)).toMatchObject({ node, status: 'refused', reason, moved: false, currentNode: 'design' });
    expect(item.state.facts).toBe(facts);
  });

  it('refuses a claim at the gate of people it stands at', () => {
    const item = atDesign();
    item.advance();
    expect(item.claim()).toMatchObject({ node: 'design-approval', status: 'refused', reason: 'human-gate' });
  });

  it('records a late claim once and moves nothing', () => {
    const item = atDesign();
    item.claim('design');
    expect(item.claim('design')).toMatchObject({ status: 'noop', reason: 'already-past', moved: false });
    const { facts } = item.state;
    expect(item.claim('design')).toMatchObject({ status: 'noop', reason: 'already-past' });
    expect(item.state.facts).toBe(facts);
    expect(item.claim('requirements')).toMatchObject({ status: 'noop', reason: 'already-past' });
  });

  it('takes a node that comes again for one that lies ahead', () => {
    const item = atDesign();
    item.claim('design');
    item.answer('changes-requested');
    expect(item.at).toBe('design');
    expect(item.claim('design-approval')).toMatchObject({ status: 'refused', reason: 'human-gate' });
    expect(item.claim('critique')).toMatchObject({ status: 'refused', reason: 'not-current' });
  });

  it('has nothing to do at a terminal node', () => {
    const item = atDesign();
    item.commit(planForce(item.graph, item.state, { stamp: stamp(9), to: 'complete', reason: 'r', artifacts: {} }));
    expect(item.claim()).toMatchObject({ node: 'complete', status: 'noop', reason: 'terminal' });
  });
});
