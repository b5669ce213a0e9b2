import { SHIPPED_PHASES } from '@the-loop/hooks';
import { expect, it } from 'vitest';
import { loadShippedLoop, loopNames } from './shipped-loops.ts';

it('the phases of the shipped loops are those whose labels may be taken away', async () => {
  const loops = await Promise.all(loopNames.map(loadShippedLoop));
  const phases = loops.flatMap(({ graph }) => graph.nodes.map(({ phase }) => phase)).filter((phase) => phase !== '');
  expect([...new Set(phases)].sort()).toEqual(SHIPPED_PHASES);
});
