import { describe, expect, it } from 'vitest';
import { smallLoop } from '../testing/graphs.ts';
import { stateFromFile } from './state-file.ts';
import { viewState } from './view-state.ts';

const graph = smallLoop();

describe('the layout without facts', () => {
  const older = {
    version: 1,
    workItem: 'issue-12',
    currentNode: 'design-approval',
    nodes: {
      select: {
        attempts: 1,
        outcome: 'selected',
        enteredAt: '2026-01-01T00:00:00+00:00',
        exitedAt: '2026-01-01T00:01:00+00:00',
        lastBlock: '',
        forced: false,
      },
      requirements: {
        attempts: 2,
        outcome: 'pass',
        enteredAt: '2026-01-01T00:01:00+00:00',
        exitedAt: '2026-01-01T00:02:00+00:00',
        forced: true,
      },
      'requirements-approval': {
        attempts: 1,
        outcome: 'approved',
        enteredAt: '2026-01-01T00:02:00+00:00',
        exitedAt: '2026-01-01T00:03:00+00:00',
      },
      design: {
        attempts: 0,
        outcome: 'skipped',
        enteredAt: '2026-01-01T00:03:00+00:00',
        exitedAt: '2026-01-01T00:03:00+00:00',
      },
      'design-approval': { attempts: 1, outcome: '', enteredAt: '2026-01-01T00:03:00+00:00', exitedAt: '' },
    },
    decisions: {
      'phase-selection': {
        at: '2026-01-01T00:01:00+00:00',
        via: 'checklist',
        surface: 'work-item',
        graph: { loop: 'x' },
      },
      'goal-definition': { at: '2026-01-01T00:00:30+00:00', goal: { goal: 'ship', criteria: ['it runs'], by: '@bob' } },
    },
    forced: [
      {
        from: 'select',
        to: 'requirements',
        reason: 'r',
        actor: 'carol',
        at: '2026-01-01T00:01:00+00:00',
        warnings: [],
      },
    ],
    parked: { node: 'design-approval', reason: 'waiting', since: '2026-01-01T00:04:00+00:00' },
    session: null,
    completions: { requirements: { at: '2026-01-01T00:02:00+00:00', by: 'sess-42' } },
    skips: { design: { via: 'selection', token: 'design', by: '@alice', reason: '', at: '2026-01-01T00:01:00+00:00' } },
    optIns: { critique: { via: 'selection', token: 'critique', by: '@alice', at: '2026-01-01T00:01:00+00:00' } },
    surface: 'work-item',
    loop: 'small-loop',
  };

  it('is read as recorded facts', () => {
    const read = stateFromFile(older);
    if (!read.ok) throw new Error('refused');
    const view = viewState(graph, read.value.state);
    expect(read.value).toMatchObject({ revision: 0, state: { workItem: 'issue-12', loop: 'small-loop', graph: null } });
    expect(view).toMatchObject({
      currentNode: 'design-approval',
      surface: 'work-item',
      optIns: ['critique'],
      skips: { design: { via: 'selection', by: 'alice' } },
      goal: { goal: 'ship', by: { login: 'bob' } },
      selection: { via: 'checklist', by: { login: 'alice' } },
      parked: { node: 'design-approval', reason: 'waiting', since: '2026-01-01T00:04:00+00:00' },
      completions: { requirements: { by: 'sess-42' } },
      forced: [{ by: { login: 'carol' } }],
      approvals: { 'requirements-approval': { outcome: 'approved' } },
      nodes: {
        requirements: { entries: 2, forced: true, outcome: 'pass' },
        design: { entries: 0, outcome: 'skipped' },
      },
    });
  });

  it('keeps an opt-in that was added at a terminal, with or without a selection', () => {
    const optIns = { critique: { via: 'cli', by: '@carol', at: '2026-01-01T00:01:00+00:00' } };
    for (const decisions of [{}, { 'phase-selection': {} }]) {
      const read = stateFromFile({ currentNode: 'select', optIns, decisions });
      const view = read.ok ? viewState(graph, read.value.state) : null;
      expect(view?.optInSources).toMatchObject({ critique: { via: 'cli', by: 'carol' } });
    }
  });

  it('needs nothing but a pointer, or not even that', () => {
    const read = stateFromFile({ currentNode: 'design' });
    expect(read.ok && viewState(graph, read.value.state).currentNode).toBe('design');
    const fresh = stateFromFile({});
    expect(fresh.ok && viewState(graph, fresh.value.state).currentNode).toBe('');
  });

  it('A7, A8: a skip or selection the graph does not allow has no effect, and is shown', () => {
    const skips = { approval: { via: 'selection', by: '@owner' }, build: { via: 'cli' } };
    const read = stateFromFile({
      currentNode: 'select',
      skips,
      optIns: { build: {} },
      decisions: { 'phase-selection': {} },
    });
    const view = read.ok ? viewState(graph, read.value.state) : null;
    expect(view?.refusedSkips.toSorted()).toEqual(['approval', 'build']);
    expect(Object.keys(view?.skips ?? {})).toEqual(['critique']);
    expect(view?.optIns).toEqual([]);
  });
});
