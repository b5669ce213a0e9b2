import { type Rule } from '../rule.ts';
import { ambiguous } from './ambiguous.ts';
import { cleanup } from './cleanup.ts';
import { closing } from './closing.ts';
import { duplicate } from './duplicate.ts';
import { edited } from './edited.ts';
import { inform } from './inform.ts';
import { matched } from './matched.ts';
import { moved } from './moved.ts';
import { noWorkItem } from './no-work-item.ts';
import { pause } from './pause.ts';
import { resume } from './resume.ts';
import { startRunning } from './start-running.ts';
import { stop } from './stop.ts';
import { strictActor } from './strict-actor.ts';
import { unmatched } from './unmatched.ts';

/** The decision table, in its order. */
export const RULES: readonly Rule[] = [
  duplicate,
  noWorkItem,
  moved,
  closing,
  edited,
  ambiguous,
  strictActor,
  inform,
  resume,
  pause,
  stop,
  cleanup,
  startRunning,
  matched,
  unmatched,
];
