import { describe, expect, it } from 'vitest';
import { type Fact } from '../state/fact.ts';
import { atBuild, started } from '../testing/small-loop-items.ts';
import { chainOf, stamp, type Walker } from '../testing/walker.ts';
import { planAdvance } from './plan-advance.ts';

describe('facts of a chain', () => {
  const approved: Fact = {
    kind: 'approved',
    ...stamp(),
    node: 'select',
    outcome: 'approved',
    headSha: '',
    subjects: {},
    used: [],
    approvers: [],
  };

  it('are those about the gate itself', () => {
    const item = started();
    const elsewhere: Fact = { ...approved, node: 'approval' };
    const moving: Fact = { kind: 'entered', ...stamp(), node: 'complete', entry: 1, via: 'edge', subjects: {} };
    item.advance({ status: 'pass', data: { outcome: 'selected', facts: [elsewhere, moving, approved] } });
    expect(item.at).toBe('requirements');
    expect(Object.keys(item.view.approvals)).toEqual(['select']);
  });

  it('are complete, or nothing happens', () => {
    const item = started();
    const partial = { ...approved, used: undefined } as unknown as Fact;
    const result = { status: 'pass', data: { outcome: 'selected', facts: [partial] } } as const;
    expect(() => item.advance(result)).toThrow(expect.objectContaining({ code: 'FACT_INVALID' }));
    expect(item.at).toBe('select');
  });

  it('A23: are not taken from a hook that is not built in', () => {
    const item = started();
    const chain = chainOf('select', { status: 'pass', data: { outcome: 'selected', facts: [approved] } }, 'x-mine');
    item.commit(planAdvance(item.graph, item.state, { stamp: stamp(5), chain, artifacts: {}, claim: false }));
    expect(item.view.approvals).toEqual({});
  });
});

describe('skips', () => {
  it('are routed around without being entered, and recorded as skipped', () => {
    const item = started();
    expect(item.select(['requirements', 'requirements-approval'])).toMatchObject({ currentNode: 'design' });
    expect(item.view.nodes['requirements']).toMatchObject({ entries: 0, outcome: 'skipped' });
    item.advance();
    expect(item.at).toBe('design-approval');
    expect(item.view.skips['critique']?.via).toBe('not-selected');
  });

  it('walk an opt-in node that was selected', () => {
    const item = started();
    item.select(['requirements', 'requirements-approval', 'design'], ['critique']);
    expect(item.at).toBe('critique');
  });

  it('stay when the way leads back over them', () => {
    const item = started();
    item.select(['requirements']);
    expect(item.at).toBe('requirements-approval');
    expect(item.answer('changes-requested')).toMatchObject({ currentNode: 'requirements-approval', moved: true });
    expect(item.view.nodes['requirements-approval']?.entries).toBe(2);
  });

  it('A7: of a required node have no effect', () => {
    const item = started();
    item.select(['approval', 'build', 'ghost']);
    expect(item.view.refusedSkips).toEqual(['approval', 'build', 'ghost']);
    expect(Object.keys(item.view.skips)).toEqual(['critique']);
  });
});

describe('what was approved', () => {
  it('is what the gate was entered with', () => {
    const item = atBuild();
    expect(item.view.approvals['requirements-approval']?.subjects).toEqual({ 'requirements.md': 'r1' });
    expect(item.view.approvals['design-approval']?.subjects).toEqual({ 'design.md': 'd1' });
  });

  it.each([
    [
      'changed',
      { 'requirements.md': 'r1', 'design.md': 'd2' },
      'design.md has changed since design-approval approved it',
    ],
    ['gone', { 'design.md': 'd1' }, 'requirements.md is gone since requirements-approval approved it'],
  ])('holds the next advance when it is %s, and names gate and file', (_, artifacts, message) => {
    const item = atBuild();
    item.artifacts = artifacts;
    const report = item.advance();
    expect(report).toMatchObject({ status: 'wait', outcome: 'wait', moved: false, currentNode: 'build' });
    expect(report.messages[0]).toContain(message);
    item.artifacts = { 'requirements.md': 'r1', 'design.md': 'd1' };
    expect(item.advance()).toMatchObject({ status: 'pass', currentNode: 'approval' });
  });

  it('does not stand any more once work on it begins again', () => {
    const item = atBuild();
    item.state = {
      ...item.state,
      facts: [
        ...item.state.facts,
        { kind: 'entered', ...stamp(9), node: 'design', entry: 2, via: 'force', subjects: {} },
      ],
    };
    expect(Object.keys(item.view.approvals)).toEqual(['requirements-approval']);
    item.artifacts = { 'requirements.md': 'r1', 'design.md': 'd2' };
    expect(item.advance()).toMatchObject({ status: 'pass', currentNode: 'design-approval' });
  });

  it('does not stand after somebody asked for changes', () => {
    const item = started();
    item.artifacts = { 'requirements.md': 'r1' };
    item.select();
    item.advance();
    item.answer('changes-requested');
    expect(item.view.approvals).toEqual({});
  });
});

describe('a gate that asks again', () => {
  const renew = (used: readonly string[]) => ({
    status: 'wait' as const,
    messages: [{ text: 'it changed' }],
    data: { renew: true, used },
  });

  function atApproval(): Walker {
    const item = started();
    item.artifacts = { 'requirements.md': 'r1' };
    item.select();
    item.advance();
    expect(item.at).toBe('requirements-approval');
    return item;
  }

  it('is entered once more with what is there now, and keeps which answers do not count', () => {
    const item = atApproval();
    item.artifacts = { 'requirements.md': 'r2' };
    const plan = planAdvance(item.graph, item.state, {
      stamp: item.stamp('bob'),
      chain: chainOf(item.at, renew(['7'])),
      artifacts: item.artifacts,
      claim: false,
    });
    expect(plan.enters).toBe('requirements-approval');
    expect(item.commit(plan)).toMatchObject({
      status: 'wait',
      reason: 'renewed',
      moved: false,
      messages: ['it changed'],
    });
    expect(item.state.facts.at(-2)).toMatchObject({
      kind: 'entered',
      via: 'renew',
      entry: 2,
      subjects: { 'requirements.md': 'r2' },
      used: ['7'],
    });
    expect(item.view).toMatchObject({
      currentNode: 'requirements-approval',
      parked: { node: 'requirements-approval' },
    });
    expect(item.view.parked?.reason).toContain('it changed');
    expect(item.answer('approved')).toMatchObject({ moved: true, currentNode: 'design' });
  });

  it('is not entered again because a foreign hook says so, nor where nobody is asked', () => {
    const item = atApproval();
    const input = { stamp: item.stamp(), artifacts: item.artifacts, claim: false };
    const foreign = chainOf(item.at, renew([]), 'x-other');
    expect(planAdvance(item.graph, item.state, { ...input, chain: foreign }).enters).toBeNull();
    item.answer('approved');
    expect(planAdvance(item.graph, item.state, { ...input, chain: chainOf(item.at, renew([])) }).enters).toBeNull();
  });
});
