import { type TestContext } from 'vitest';
import { createNarrator } from '../../apps/cli/src/demo/narrator.ts';
import { createStage, type Stage } from '../../apps/cli/src/demo/stage.ts';
import { createWorld, type WorldOptions } from '../../apps/cli/src/demo/world.ts';
import { builtPrograms } from './built-programs.ts';

/** Other tests run beside it, on a machine that may be slow. */
export const PATIENCE_MS = 150_000;

/** A stage with the built daemon running on it. Both are gone when the test has ended, however it ended; tests may run side by side. */
export async function openStage(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  options: Partial<WorldOptions> = {},
): Promise<Stage> {
  const programs = options.programs ?? builtPrograms();
  const world = await createWorld({
    patienceMs: PATIENCE_MS,
    ...options,
    programs,
    agentScript: { repos: [], ...options.agentScript },
  });
  const silent = createNarrator({ write: () => undefined, isTerminal: false }, Date.now);
  const stage = createStage(world, silent, {
    command: programs.command,
    agentsMayFail: true,
    patienceMs: PATIENCE_MS,
  });
  onTestFinished(async () => {
    await stage.close();
    await world.close(false);
  });
  await stage.startDaemon();
  return stage;
}
