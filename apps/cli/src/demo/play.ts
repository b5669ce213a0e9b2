import { createNarrator, type Screen } from './narrator.ts';
import { createStage } from './stage.ts';
import { adHocStory } from './story/ad-hoc.ts';
import { fullProcessStory } from './story/full-process.ts';
import { refusalsStory } from './story/refusals.ts';
import { summary } from './summary.ts';
import { createWorld, type Programs } from './world.ts';

export interface PlayOptions {
  readonly screen: Screen;
  readonly programs: Programs;
  /** Leave the folders for inspection. */
  readonly keep: boolean;
}

/** Plays the whole story. Throws when it did not end as told. */
export async function play({ screen, programs, keep }: PlayOptions): Promise<void> {
  const began = Date.now();
  const narrator = createNarrator(screen, Date.now);
  narrator.plain('An emulated GitHub, two git repositories, a daemon and a scripted agent, on this machine alone.');
  const world = await createWorld({ programs });
  const stage = createStage(world, narrator, programs.command);
  let ended = false;
  try {
    const daemon = await stage.startDaemon();
    narrator.did('daemon started', daemon.url);
    await adHocStory(stage);
    await fullProcessStory(stage);
    await refusalsStory(stage);
    ended = true;
  } finally {
    await stage.close();
    if (ended) narrator.plain(`\n${summary(stage, (Date.now() - began) / 1000)}`);
    if (keep || !ended) narrator.plain(`\nthe folders are left at ${world.folder}`);
    await world.close(keep || !ended);
  }
}
