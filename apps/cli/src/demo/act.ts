import { type FeedEvent } from './event-feed.ts';
import { type Narrator } from './narrator.ts';
import { type Identity } from './operator-config.ts';
import { createStage, type Stage } from './stage.ts';
import { adHocStory } from './story/ad-hoc.ts';
import { fullProcessStory } from './story/full-process.ts';
import { refusalsStory } from './story/refusals.ts';
import { soloStory } from './story/solo.ts';
import { createWorld, type WorldOptions } from './world.ts';

/** A part of the demo on a stage of its own. */
export interface Act {
  readonly identity: Identity;
  readonly stories: readonly Story[];
}

interface Story {
  readonly name: string;
  readonly play: (stage: Stage) => Promise<unknown>;
}

export const TEAM: Act = {
  identity: 'separate',
  stories: [
    { name: 'ad-hoc task', play: adHocStory },
    { name: 'whole process', play: fullProcessStory },
    { name: 'refusals', play: refusalsStory },
  ],
};

export const SOLO: Act = { identity: 'shared', stories: [{ name: 'alone', play: soloStory }] };

/** What is left of an act for the summary. */
export interface Played {
  readonly events: readonly FeedEvent[];
  /** Names of the writes that GitHub took. */
  readonly writes: readonly string[];
  /** The login that the service wrote with. */
  readonly login: string;
  readonly times: readonly { readonly name: string; readonly seconds: number }[];
}

export interface ActOptions extends Pick<WorldOptions, 'programs' | 'agentScript'> {
  readonly narrator: Narrator;
  /** Leave the folders for inspection also when the stories end as told. */
  readonly keep: boolean;
}

/** Plays an act. Throws when a story did not end as told; its folders are left then. */
export async function playAct(act: Act, { narrator, keep, ...options }: ActOptions): Promise<Played> {
  const world = await createWorld({ ...options, identity: act.identity });
  const stage = createStage(world, narrator, { command: options.programs.command });
  const times: { name: string; seconds: number }[] = [];
  let ended = false;
  try {
    narrator.did('daemon started', (await stage.startDaemon()).url);
    for (const { name, play } of act.stories) {
      const began = performance.now();
      await play(stage);
      times.push({ name, seconds: (performance.now() - began) / 1000 });
    }
    ended = true;
  } finally {
    await stage.close();
    const isKept = keep || !ended;
    if (isKept) narrator.plain(`\nthe folders are left at ${world.folder}`);
    await world.close(isKept);
  }
  const writes = world.github.writes().filter(({ applied }) => applied);
  return {
    events: stage.feed.events,
    writes: writes.map(({ operation }) => operation),
    login: act.identity === 'separate' ? 'the-loop[bot]' : 'alice',
    times,
  };
}
