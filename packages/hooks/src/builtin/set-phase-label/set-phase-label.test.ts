import { describe, expect, it } from 'vitest';
import { hookContext } from '../../testing/hook-context.ts';
import { setPhaseLabel } from './set-phase-label.ts';

describe('set-phase-label', () => {
  it('asks for the one label of the phase, under the operator’s prefix', async () => {
    const context = hookContext({ node: { phase: 'design' }, settings: { phaseLabelPrefix: 'phase/' } });
    expect(await setPhaseLabel.run(context)).toMatchObject({
      status: 'pass',
      effects: [{ kind: 'phase-label', ref: 'github:acme/app#12', prefix: 'phase/', label: 'phase/design' }],
    });
  });

  it('has nothing to do where the node has no phase', async () => {
    expect(await setPhaseLabel.run(hookContext())).toEqual({ status: 'skip' });
  });
});
