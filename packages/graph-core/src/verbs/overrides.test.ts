import { describe, expect, it } from 'vitest';
import { stateToFile } from '../state/state-file.ts';
import { smallLoop } from '../testing/graphs.ts';
import { started } from '../testing/small-loop-items.ts';
import { stamp, Walker } from '../testing/walker.ts';
import { planAbandon, planCleanup, planMerge } from './plan-ending.ts';
import { planForce } from './plan-force.ts';
import { planSkip, planUnskip, type SkipReport } from './plan-skip.ts';

function skip(item: Walker, tokens: readonly string[], reason = 'doc fix'): SkipReport {
  return item.commit(planSkip(item.graph, item.state, { stamp: item.stamp(), tokens, reason }));
}

function force(item: Walker, to: string) {
  return item.commit(
    planForce(item.graph, item.state, { stamp: item.stamp(), to, reason: 'because', artifacts: item.artifacts }),
  );
}

describe('skip', () => {
  it('declares before anything was started', () => {
    const item = new Walker(smallLoop());
    expect(skip(item, ['paper', 'complete', 'nope'])).toMatchObject({
      workItem: 'issue-1',
      declared: ['requirements', 'requirements-approval'],
      rejected: [{ token: 'complete' }, { token: 'nope' }],
    });
    expect(item.view.skips['requirements']).toMatchObject({
      via: 'cli',
      token: 'paper',
      by: 'alice',
      reason: 'doc fix',
    });
  });

  it('A19: is a plan, not an amnesty', () => {
    const item = started();
    item.select();
    item.advance();
    item.answer('changes-requested');
    expect(skip(item, ['paper']).rejected).toEqual([
      { token: 'paper', node: 'requirements', why: 'it is the current node' },
      { token: 'paper', node: 'requirements-approval', why: 'it was already entered' },
    ]);
    expect(skip(item, ['requirements']).rejected).toEqual([{ token: 'requirements', why: 'it is the current node' }]);
  });

  it('rejects a node that was routed around already', () => {
    const item = started();
    item.select(['requirements']);
    expect(skip(item, ['requirements']).rejected[0]?.why).toBe('it was already passed');
  });

  it('replaces an earlier declaration', () => {
    const item = started();
    skip(item, ['design'], 'first');
    skip(item, ['design'], 'second');
    expect(item.view.skips['design']?.reason).toBe('second');
  });

  it.each([
    [['design'], ' ', 'VERB_REFUSED_REASON'],
    [[' ', ''], 'why', 'VERB_REFUSED_TOKENS'],
    [[], 'why', 'VERB_REFUSED_TOKENS'],
  ])('refuses %j with reason %j', (tokens, reason, code) => {
    expect(() => skip(started(), tokens, reason)).toThrow(expect.objectContaining({ code }));
  });

  it('is told on the thread, in words that can neither mention nor command, under a key of its own each time', () => {
    const item = started();
    const input = {
      stamp: stamp(1),
      tokens: ['design'],
      reason: '@octo/all\nthe-loop execute <!-- x -->',
      ref: 'github:octo/repo#1',
    };
    const plan = planSkip(item.graph, item.state, input);
    const body = plan.effects.flatMap(({ effect }) => (effect.kind === 'comment' ? [effect.body] : []))[0] ?? '';
    expect(body).toContain('design will be skipped, by alice');
    expect(body).not.toMatch(/@octo|<!--|^the-loop/m);
    item.commit(plan);
    expect(planSkip(item.graph, item.state, input).effects[0]?.index).not.toBe(plan.effects[0]?.index);
    expect(planSkip(item.graph, item.state, { ...input, tokens: ['nope'] }).effects).toEqual([]);
  });
});

describe('unskip', () => {
  it('takes back a skip, whoever declared it, and selects an opt-in node', () => {
    const item = started();
    item.select(['design']);
    const tokens = ['design', 'critique', 'requirements-approval'];
    const report = item.commit(planUnskip(item.graph, item.state, { stamp: item.stamp(), tokens, reason: 'needed' }));
    expect(report).toMatchObject({
      declared: ['design', 'critique'],
      rejected: [{ token: 'requirements-approval', why: 'it is not skipped' }],
    });
    expect(item.view.skips).toEqual({});
    expect(item.view.optIns).toEqual(['critique']);
  });

  it('adds an opt-in node for good: a selection replaces only what a selection added', () => {
    const item = started();
    item.commit(planUnskip(item.graph, item.state, { stamp: item.stamp(), tokens: ['critique'], reason: 'needed' }));
    item.select();
    expect(item.view.optIns).toEqual(['critique']);
    expect(stateToFile(item.graph, item.state, 1)['optIns']).toMatchObject({ critique: { via: 'cli', by: 'alice' } });
  });
});

describe('force', () => {
  it('enters the target from anywhere, and names the gates it bypasses', () => {
    const item = started();
    expect(force(item, 'build')).toEqual({
      workItem: 'issue-1',
      fromNode: 'select',
      toNode: 'build',
      reason: 'because',
      warnings: [
        'bypasses select, which is required',
        'bypasses requirements-approval, which waits for people',
        'bypasses design-approval, which waits for people',
      ],
    });
    expect(item.at).toBe('build');
    expect(item.view.nodes['build']).toMatchObject({ entries: 1, forced: true });
  });

  it('A18: writes no verdict for what it bypasses', () => {
    const item = started();
    force(item, 'build');
    expect(item.view.nodes['select']?.outcome).toBe('');
    expect(item.view.approvals).toEqual({});
  });

  it('does not count gates that were passed, are skipped, or lie behind', () => {
    const item = started();
    item.select(['requirements-approval']);
    expect(force(item, 'build').warnings).toEqual(['bypasses design-approval, which waits for people']);
    expect(force(item, 'requirements').warnings).toEqual(['no declared edges lead from build to requirements']);
  });

  it('goes back without a warning', () => {
    const item = started();
    item.select();
    item.advance();
    expect(force(item, 'select').warnings).toEqual([]);
  });

  it('works before the start, at a terminal node and on the spot', () => {
    const item = new Walker(smallLoop());
    expect(force(item, 'escalated')).toMatchObject({ fromNode: 'select', toNode: 'escalated' });
    expect(force(item, 'select')).toMatchObject({ fromNode: 'escalated', toNode: 'select' });
    expect(force(item, 'select')).toMatchObject({ fromNode: 'select', toNode: 'select', warnings: [] });
    expect(item.view.nodes['select']?.entries).toBe(2);
  });

  it('enters a node that is declared skipped', () => {
    const item = started();
    skip(item, ['design']);
    force(item, 'design');
    expect(item.at).toBe('design');
  });

  it.each([
    ['ghost', 'r', 'VERB_REFUSED_UNKNOWN_NODE'],
    ['constructor', 'r', 'VERB_REFUSED_UNKNOWN_NODE'],
    ['build', ' ', 'VERB_REFUSED_REASON'],
  ])('refuses %s for %j', (to, reason, code) => {
    const { graph, state } = started();
    expect(() => planForce(graph, state, { stamp: stamp(), to, reason, artifacts: {} })).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

describe('cleanup', () => {
  it('goes to the cleanup node once, from anywhere but before the start', () => {
    const item = new Walker(smallLoop());
    expect(planCleanup(item.graph, item.state, { stamp: stamp() })).toBeNull();
    item.start();
    const plan = planCleanup(item.graph, item.state, { stamp: stamp(2) });
    expect(plan).toMatchObject({ enters: 'cleanup', report: { node: 'cleanup', status: 'pass', moved: true } });
    if (plan !== null) item.commit(plan);
    expect(planCleanup(item.graph, item.state, { stamp: stamp(3) })).toBeNull();
  });
});

describe('merge', () => {
  const merge = (item: Walker, approves: boolean) => {
    const plan = planMerge(item.graph, item.state, { stamp: item.stamp(), approves, artifacts: {} });
    return plan === null ? null : item.commit(plan);
  };

  it('that approves takes the way of an approval out of the gate', () => {
    const item = started();
    force(item, 'approval');
    expect(merge(item, true)).toMatchObject({ node: 'approval', status: 'pass', moved: true, currentNode: 'complete' });
    expect(item.view).toMatchObject({ merged: true, mergeApproves: true, parked: null });
    expect(merge(item, true)).toBeNull();
  });

  it('that does not leaves it parked, until one does', () => {
    const item = started();
    force(item, 'approval');
    expect(merge(item, false)).toMatchObject({ status: 'wait', reason: 'merged-unapproved', moved: false });
    expect(item.view).toMatchObject({
      merged: true,
      mergeApproves: false,
      parked: { node: 'approval', reason: 'merged-unapproved' },
    });
    expect(merge(item, false)).toBeNull();
    const { facts } = item.state;
    item.advance({ status: 'wait', messages: [{ text: 'waiting for somebody' }] });
    expect(item.state.facts).toBe(facts);
    expect(item.view.parked?.reason).toBe('merged-unapproved');
    expect(merge(item, true)).toMatchObject({ currentNode: 'complete' });
  });

  it.each(['select', 'requirements', 'build'])('approves nothing at %s, whoever merged', (node) => {
    const item = started();
    if (node !== 'select') force(item, node);
    expect(merge(item, true)).toMatchObject({ status: 'wait', reason: 'merged-unapproved', currentNode: node });
    expect(item.view).toMatchObject({ merged: true, mergeApproves: false });
    expect(merge(item, true)).toBeNull();
  });

  it('of a loop that was never started says nothing', () => {
    expect(merge(new Walker(smallLoop()), true)).toBeNull();
  });
});

describe('abandon', () => {
  const abandon = (item: Walker, reason = 'superseded') =>
    item.commit(planAbandon(item.graph, item.state, { stamp: item.stamp(), reason }));

  it('keeps the pointer, holds the loop, and is taken up again by entering a node', () => {
    const item = started();
    expect(abandon(item)).toMatchObject({ node: 'select', status: 'pass', outcome: 'abandoned', moved: false });
    expect(item.view.abandoned).toBe('superseded');
    expect(item.select()).toMatchObject({ status: 'noop', reason: 'abandoned' });
    expect(abandon(item)).toMatchObject({ status: 'noop', reason: 'abandoned' });
    force(item, 'select');
    expect(item.view.abandoned).toBeNull();
  });

  it('needs a reason, a start, and an end that is not reached', () => {
    expect(() => abandon(started(), '')).toThrow(expect.objectContaining({ code: 'VERB_REFUSED_REASON' }));
    expect(() => abandon(new Walker(smallLoop()))).toThrow(
      expect.objectContaining({ code: 'VERB_REFUSED_NOT_STARTED' }),
    );
    const item = started();
    force(item, 'complete');
    expect(() => abandon(item)).toThrow(expect.objectContaining({ code: 'VERB_REFUSED_TERMINAL' }));
  });
});
