import { describe, expect, it } from 'vitest';
import { parseGraph } from '../graph/parse-graph.ts';
import { SMALL_LOOP, smallLoop } from '../testing/graphs.ts';
import { stamp, Walker } from '../testing/walker.ts';
import { planForce } from './plan-force.ts';
import { type MigrateInput, planMigrate } from './plan-migrate.ts';
import { planSkip } from './plan-skip.ts';

/** The small loop with its text changed. */
const changed = (...changes: readonly (readonly [string, string])[]) =>
  parseGraph(
    changes.reduce((text, [from, to]) => text.replaceAll(from, to), SMALL_LOOP.replace('small-loop', 'new-loop')),
  );

function atDesign(): Walker {
  const item = new Walker(smallLoop());
  item.start();
  item.artifacts = { 'requirements.md': 'r1' };
  item.select();
  item.advance();
  item.answer('approved');
  return item;
}

const input: MigrateInput = { stamp: stamp(20), artifacts: {}, authorized: false };

describe('migrate', () => {
  it('keeps the place by the id of its node', () => {
    const item = atDesign();
    const to = changed(['critique', 'cross-check']);
    const plan = planMigrate(item.graph, to, item.state, input);
    expect(plan).toMatchObject({
      enters: null,
      report: {
        status: 'migrated',
        from: 'small-loop',
        to: 'new-loop',
        dropped: ['critique'],
        added: ['cross-check'],
        lostGates: [],
        invalidatedApprovals: [],
        orphaned: null,
        currentNode: 'design',
      },
    });
    expect(plan.report.kept).toHaveLength(10);
    const moved = new Walker(to, { ...item.state, facts: [...item.state.facts, ...plan.facts] });
    expect(moved.at).toBe('design');
    expect(Object.keys(moved.view.approvals)).toEqual(['requirements-approval']);
  });

  it('refuses a place that is gone, unless another is named', () => {
    const item = atDesign();
    const to = changed(
      ['{id: design,', '{id: draft,'],
      ['from: design,', 'from: draft,'],
      ['to: design,', 'to: draft,'],
    );
    expect(planMigrate(item.graph, to, item.state, input)).toMatchObject({
      facts: [],
      report: { status: 'refused', reason: 'orphaned', orphaned: 'design' },
    });
    const plan = planMigrate(item.graph, to, item.state, { ...input, at: 'draft' });
    expect(plan).toMatchObject({
      enters: 'draft',
      report: { status: 'migrated', orphaned: 'design', currentNode: 'draft' },
    });
    expect(() => planMigrate(item.graph, to, item.state, { ...input, at: 'ghost' })).toThrow(
      expect.objectContaining({ code: 'VERB_REFUSED_UNKNOWN_NODE' }),
    );
  });

  it('loses a gate only for somebody authorized', () => {
    const item = atDesign();
    const to = changed(['{id: approval, actor: human, required: true, exit: [ask]}', '{id: approval, exit: [ask]}']);
    expect(planMigrate(item.graph, to, item.state, input)).toMatchObject({
      facts: [],
      report: { status: 'refused', reason: 'gate-lost', lostGates: ['approval'] },
    });
    expect(planMigrate(item.graph, to, item.state, { ...input, authorized: true }).report).toMatchObject({
      status: 'migrated',
      warnings: ['the item will not meet approval any more'],
    });
  });

  const gate = '{id: approval, actor: human, required: true, exit: [ask]}';

  it.each<[string, (readonly [string, string])[], string]>([
    ['with an exit chain that asks nothing', [[gate, '{id: approval, actor: human, required: true}']], 'approval'],
    [
      'that may be skipped',
      [
        [gate, '{id: approval, actor: human, skippable: true, exit: [ask]}'],
        ['edges:\n', 'edges:\n  - {from: approval, to: complete, on: skipped}\n'],
      ],
      'approval',
    ],
    ['with a way round it', [['edges:\n', 'edges:\n  - {from: build, to: complete, on: waved-through}\n']], 'approval'],
    [
      'that people answer and that was moved behind the item',
      [
        ['- {from: critique, to: design-approval, on: pass}', '- {from: critique, to: build, on: pass}'],
        ['- {from: critique, to: design-approval, on: skipped}', '- {from: critique, to: build, on: skipped}'],
        [
          '- {from: requirements-approval, to: design, on: approved}',
          '- {from: requirements-approval, to: design-approval, on: approved}',
        ],
        [
          '- {from: requirements-approval, to: design, on: skipped}',
          '- {from: requirements-approval, to: design-approval, on: skipped}',
        ],
        ['- {from: design-approval, to: build, on: approved}', '- {from: design-approval, to: design, on: approved}'],
        ['- {from: design-approval, to: build, on: skipped}', '- {from: design-approval, to: design, on: skipped}'],
        [
          '- {from: design-approval, to: design, on: changes-requested}',
          '- {from: design-approval, to: requirements, on: changes-requested}',
        ],
      ],
      'design-approval',
    ],
  ])('counts a gate %s as lost', (_what, changes, lost) => {
    const item = atDesign();
    expect(planMigrate(item.graph, changed(...changes), item.state, input)).toMatchObject({
      facts: [],
      report: { status: 'refused', reason: 'gate-lost', lostGates: [lost] },
    });
  });

  it('counts the gates that are jumped over, and none that somebody had forced or skipped before', () => {
    const item = atDesign();
    const end = (walker: Walker) => planMigrate(walker.graph, changed(), walker.state, { ...input, at: 'complete' });
    expect(end(item).report.lostGates).toEqual(['design-approval', 'approval']);
    item.commit(planSkip(item.graph, item.state, { stamp: stamp(10), tokens: ['design-approval'], reason: 'r' }));
    expect(end(item).report.lostGates).toEqual(['approval']);
    item.commit(planForce(item.graph, item.state, { stamp: stamp(11), to: 'complete', reason: 'r', artifacts: {} }));
    expect(end(item).report.lostGates).toEqual([]);
  });

  it('counts no gate as kept when the graph that was walked is lost', () => {
    const item = atDesign();
    const plan = planMigrate(item.graph, smallLoop(), item.state, { ...input, isGraphLost: true });
    expect(plan.report).toMatchObject({
      status: 'refused',
      reason: 'gate-lost',
      lostGates: ['select', 'requirements-approval', 'design-approval', 'approval'],
    });
  });

  it('counts a new required gate that lies behind as lost', () => {
    const item = new Walker(smallLoop());
    item.start();
    item.select();
    const to = changed(
      ['start: select', 'start: intake'],
      ['nodes:\n', 'nodes:\n  - {id: intake, actor: human, required: true, exit: [ask]}\n'],
      ['edges:\n', 'edges:\n  - {from: intake, to: select, on: approved}\n'],
    );
    expect(planMigrate(item.graph, to, item.state, input).report).toMatchObject({
      status: 'refused',
      lostGates: ['intake'],
    });
  });

  it('lets an approval fall that would now be about something else', () => {
    const item = atDesign();
    const to = changed(['produces: [requirements.md|bugfix.md]', 'produces: [requirements.md, scope.md]']);
    const plan = planMigrate(item.graph, to, item.state, input);
    expect(plan.report.invalidatedApprovals).toEqual(['requirements-approval']);
    const moved = new Walker(to, { ...item.state, facts: [...item.state.facts, ...plan.facts] });
    expect(moved.view.approvals).toEqual({});
  });
});
