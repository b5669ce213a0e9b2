import { type Emit } from '@the-loop/events';
import {
  type CommandRunner,
  type Fact,
  type HookRegistry,
  type HookSettings,
  type LoopAddress,
  type Principal,
  type RemoteReader,
} from '@the-loop/graph-core';
import { type EffectPerformer } from '../effects/effect-performer.ts';
import { type ItemStore } from '../items/item-store.ts';

/** Everything a verb works with. Passed in, so that nothing here reads a clock, an environment or a singleton. */
export interface VerbContext {
  readonly store: ItemStore;
  readonly hooks: HookRegistry;
  readonly settings: HookSettings;
  readonly performer: EffectPerformer;
  readonly emit: Emit;
  /** Answers the time as ISO 8601, UTC. */
  readonly now: () => string;
  /** Who runs the verb: the operating system's user at a terminal, the-loop itself in a service. */
  readonly principal: Principal;
  /** The operator's own loops: by name, YAML text or the absolute path of a file. */
  readonly graphs?: Readonly<Record<string, string>>;
  /** Lent to hooks that may read GitHub; absent means they cannot. */
  readonly remote?: RemoteReader;
  /** Lent to hooks that may start a process; absent means they cannot. */
  readonly command?: CommandRunner;
  /** True where nobody else carries effects out, as at a terminal: a verb then tries again what earlier ones could not do. */
  readonly retriesOverdue?: boolean;
  readonly signal?: AbortSignal;
  /** Facts that this machine holds in a log of its own: what was typed on it. */
  readonly holds?: (fact: Fact, address: LoopAddress) => boolean;
}

/** Which loop a verb is about, and where its outward effects go. */
export interface VerbInput {
  readonly address: LoopAddress;
  /** A ref text that wins over whatever would be derived. */
  readonly ref?: string;
  /** The loop to walk if the item walks none yet. */
  readonly loop?: string;
}

/** Something best-effort that did not work. The verdict, the edge and the exit code are the same as without it. */
export interface Degraded {
  readonly node: string;
  readonly hook: string;
  readonly error: string;
}
