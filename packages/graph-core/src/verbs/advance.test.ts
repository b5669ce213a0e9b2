import { describe, expect, it } from 'vitest';
import { type HookResult } from '../hook/hook.ts';
import { type Fact } from '../state/fact.ts';
import { smallLoop } from '../testing/graphs.ts';
import { atBuild, started } from '../testing/small-loop-items.ts';
import { chainOf, stamp, Walker } from '../testing/walker.ts';
import { planAdvance } from './plan-advance.ts';
import { planStart } from './plan-start.ts';

const block = (text: string): HookResult => ({ status: 'block', messages: [{ text }] });

describe('start', () => {
  it('enters the start node once', () => {
    const item = new Walker(smallLoop());
    expect(item.start()).toMatchObject({
      node: 'select',
      status: 'pass',
      outcome: 'pass',
      moved: true,
      currentNode: 'select',
    });
    expect(item.start()).toBeNull();
    expect(item.view.nodes['select']).toMatchObject({ entries: 1, enteredAt: stamp(1).at });
  });

  it('refuses a graph that is another loop', () => {
    const item = new Walker(smallLoop());
    const input = { stamp: stamp(), artifacts: {}, loop: 'other' };
    expect(() => planStart(item.graph, item.state, input)).toThrow(
      expect.objectContaining({ code: 'VERB_REFUSED_LOOP' }),
    );
  });
});

describe('advance', () => {
  it('refuses an item that was never started', () => {
    const item = new Walker(smallLoop());
    expect(item.advance()).toMatchObject({ status: 'refused', reason: 'not-started', moved: false });
    expect(item.state.facts).toEqual([]);
  });

  it('takes the edge of the outcome, and enters the next node', () => {
    const item = started();
    expect(item.select()).toMatchObject({
      node: 'select',
      status: 'pass',
      outcome: 'selected',
      moved: true,
      currentNode: 'requirements',
    });
    expect(item.view.nodes['select']).toMatchObject({ outcome: 'selected', exitedAt: stamp(2).at });
    expect(item.view.selection?.by.login).toBe('alice');
  });

  it('waits at a gate, and writes the same wait down only once', () => {
    const item = started();
    const wait: HookResult = { status: 'wait', messages: [{ text: 'waiting for people' }] };
    expect(item.advance(wait)).toMatchObject({
      status: 'wait',
      outcome: 'wait',
      messages: ['waiting for people'],
      moved: false,
    });
    const { facts } = item.state;
    item.advance(wait);
    expect(item.state.facts).toBe(facts);
    item.advance({ status: 'wait', messages: [{ text: 'waiting for carol' }] });
    expect(item.view.parked).toMatchObject({ node: 'select', since: stamp(2).at });
    expect(item.view.parked?.reason).toContain('carol');
    item.select();
    expect(item.view.parked).toBeNull();
  });

  it('blocks, and escalates when the same is found twice; a pass goes on', () => {
    const item = started();
    item.select();
    expect(item.claim(undefined, block('missing'))).toMatchObject({
      status: 'block',
      outcome: 'block',
      attempts: 1,
      messages: ['missing'],
    });
    expect(item.claim(undefined, block('missing'))).toMatchObject({
      status: 'escalated',
      attempts: 2,
      currentNode: 'requirements',
    });
    expect(item.view.nodes['requirements']?.escalated).toBe(true);
    const since = item.view.escalated?.since;
    item.claim(undefined, block('missing'));
    expect(item.view.escalated).toEqual({ node: 'requirements', since });
    expect(item.advance()).toMatchObject({ status: 'pass', moved: true });
    expect(item.view.nodes['requirements']).toMatchObject({ attempts: 0, lastBlock: '', escalated: false });
    expect(item.view.escalated).toBeNull();
  });

  it('counts no delivery as a try', () => {
    const item = started();
    item.select();
    const { facts } = item.state;
    for (let times = 0; times < 5; times += 1) {
      expect(item.advance(block('missing'))).toMatchObject({ status: 'block', attempts: 0, messages: ['missing'] });
    }
    expect(item.state.facts).toBe(facts);
    expect(item.claim(undefined, block('missing'))).toMatchObject({ status: 'block', attempts: 1 });
  });

  it('escalates different findings once there are more than the node allows', () => {
    const item = started();
    item.select();
    const found = ['a', 'b', 'a', 'b'].map((text) => item.claim(undefined, block(text)).status);
    expect(found).toEqual(['block', 'block', 'block', 'escalated']);
  });

  it('counts anew after going back', () => {
    const item = started();
    item.select();
    item.claim(undefined, block('missing'));
    item.advance();
    item.answer('changes-requested');
    expect(item.at).toBe('requirements');
    expect(item.claim(undefined, block('missing'))).toMatchObject({ status: 'block', attempts: 1 });
  });

  it('holds and escalates where no edge carries the outcome', () => {
    const item = started();
    const odd: HookResult = { status: 'pass', data: { outcome: 'odd' } };
    expect(item.advance(odd)).toMatchObject({
      status: 'escalated',
      reason: 'no-edge',
      outcome: 'odd',
      moved: false,
      currentNode: 'select',
    });
    expect(item.view.parked?.reason).toBe('no declared edge leaves select on "odd"');
    const { facts } = item.state;
    item.advance(odd);
    expect(item.state.facts).toBe(facts);
  });

  it('never lets a hook say that its node was skipped', () => {
    const item = started();
    item.select();
    expect(item.advance({ status: 'pass', data: { outcome: 'skipped' } })).toMatchObject({
      status: 'escalated',
      moved: false,
    });
  });

  it('leaves a terminal node as it is, however often it is asked', () => {
    const item = atBuild();
    item.advance();
    item.answer('approved');
    const { facts } = item.state;
    expect(item.advance()).toMatchObject({
      node: 'complete',
      status: 'pass',
      outcome: 'pass',
      moved: false,
      currentNode: 'complete',
    });
    expect(item.state.facts).toBe(facts);
  });

  it('refuses a verdict about a node the item has left in the meantime', () => {
    const item = started();
    const chain = chainOf('select', { status: 'pass', data: { outcome: 'selected' } });
    item.select();
    const plan = planAdvance(item.graph, item.state, { stamp: stamp(9), chain, artifacts: {}, claim: false });
    expect(plan).toMatchObject({
      facts: [],
      report: { node: 'select', status: 'refused', reason: 'not-current', currentNode: 'requirements' },
    });
  });

  it('is not decided by an entry chain', () => {
    const item = started();
    const chain = { ...chainOf('select', { status: 'pass' }), boundary: 'entry' as const };
    expect(() => planAdvance(item.graph, item.state, { stamp: stamp(), chain, artifacts: {}, claim: false })).toThrow(
      expect.objectContaining({ code: 'CHAIN_MISMATCH' }),
    );
  });

  it('names a pointer that is no node of the graph', () => {
    const item = started();
    const fact: Fact = { kind: 'entered', ...stamp(), node: 'gone', entry: 1, via: 'edge', subjects: {} };
    item.state = { ...item.state, facts: [fact] };
    expect(item.advance()).toMatchObject({ status: 'refused', reason: 'unknown-node' });
  });

  it('tells degradations and changes nothing for them', () => {
    const item = started();
    const result: HookResult = { status: 'pass', data: { outcome: 'selected', error: 'GitHub did not answer' } };
    expect(item.advance(result)).toMatchObject({
      status: 'pass',
      outcome: 'selected',
      messages: ['advanced to requirements', 'warning: gate did not complete: GitHub did not answer'],
    });
  });

  it('stores what hooks ask for, with the node and boundary', () => {
    const item = started();
    const effect = { kind: 'log', file: 'execution-log.md', line: 'x' } as const;
    const chain = chainOf('select', { status: 'wait', effects: [effect] });
    const plan = planAdvance(item.graph, item.state, { stamp: stamp(), chain, artifacts: {}, claim: false });
    expect(plan.effects).toEqual([{ hook: 'gate', node: 'select', boundary: 'exit', effect, index: 0 }]);
  });
});
