import { type AgentScript } from '@the-loop/testkit';
import { type Played, playAct, SOLO, TEAM } from './act.ts';
import { createNarrator, type Screen } from './narrator.ts';
import { summary } from './summary.ts';
import { type Programs } from './world.ts';

export interface PlayOptions {
  readonly screen: Screen;
  readonly programs: Programs;
  /** Leave the folders for inspection. */
  readonly keep: boolean;
  /** Only the story of one person with one token. */
  readonly solo: boolean;
  /** What the agent does where it does not simply work. */
  readonly agentScript?: AgentScript;
}

/** The whole demo stays under a minute: on a slow machine the last act is left out, and said so. */
const TIME_FOR_MORE_S = 35;

const LEFT_OUT =
  'The second story, one person with one token, was left out so that the demo stays under a minute on a busy machine. See it with: npm start -- --solo';

const NEXT = `What now:
  your own repository    the-loop init, then docs/guide/first-ticket.md
  look at what was made  npm start -- --keep
  only the solo story    npm start -- --solo`;

/** Plays the demo. Throws when a story did not end as told. */
export async function play({ screen, solo, ...rest }: PlayOptions): Promise<void> {
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  const narrator = createNarrator(screen, () => performance.now());
  narrator.plain('An emulated GitHub, two git repositories, a daemon and a scripted agent, on this machine alone.');
  const options = { ...rest, narrator };
  const played: Played[] = [];
  if (!solo) played.push(await playAct(TEAM, options));
  if (solo || seconds() < TIME_FOR_MORE_S) played.push(await playAct(SOLO, options));
  else narrator.plain(`\n${LEFT_OUT}`);
  narrator.plain(`\n${summary(played, seconds(), screen)}\n\n${NEXT}`);
}
