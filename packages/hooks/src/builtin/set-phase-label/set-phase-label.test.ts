import { describe, expect, it } from 'vitest';
import { hookContext } from '../../testing/hook-context.ts';
import { testGraph, testNode } from '../../testing/loops.ts';
import { setPhaseLabel } from './set-phase-label.ts';
import { SHIPPED_PHASES } from './shipped-phases.ts';

describe('set-phase-label', () => {
  it('asks for the one label of the phase, under the operator’s prefix', async () => {
    const context = hookContext({ node: { phase: 'design' }, settings: { phaseLabelPrefix: 'phase/' } });
    expect(await setPhaseLabel.run(context)).toMatchObject({
      status: 'pass',
      effects: [{ kind: 'phase-label', ref: 'github:acme/app#12', prefix: 'phase/', label: 'phase/design' }],
    });
  });

  it('names the labels of all phases of its loop and of the shipped ones, which alone may be taken away', async () => {
    const nodes = ['plan', 'design', 'review', 'cleanup'].map((id) =>
      testNode({ id, phase: id === 'cleanup' ? '' : id }),
    );
    const context = hookContext({ graph: testGraph('test', nodes), node: nodes[1] ?? {} });
    const shipped = SHIPPED_PHASES.filter((phase) => phase !== 'design').map((phase) => `loop:${phase}`);
    expect(await setPhaseLabel.run(context)).toMatchObject({
      effects: [{ label: 'loop:design', known: ['loop:plan', 'loop:design', 'loop:review', ...shipped] }],
    });
  });

  it('has nothing to do where the node has no phase', async () => {
    expect(await setPhaseLabel.run(hookContext())).toEqual({ status: 'skip' });
  });
});
