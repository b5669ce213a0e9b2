import { type HarnessConfig } from '@the-loop/config';
import { type Level } from '@the-loop/events';
import { type VerbContext } from '@the-loop/graph-runtime';
import { type NamedFiles, type ServiceMemory } from './service-memory.ts';

/** Which repository's items a verb is about. */
export interface Place {
  /** A folder for the command line, `owner/repo` for a service; what is at hand when absent. */
  readonly repo?: string | undefined;
  /** The work item's id, where the verb is about one. */
  readonly item?: string | undefined;
  /** Where the verb is to post instead of the derived ticket. */
  readonly ref?: string | undefined;
}

/** What a verb runs against. A transport brings its own: a checkout, or a service. */
export interface OperationContext {
  /** The items of a place. Throws when there is no such place, or the caller may not act there. */
  verbs(place: Place): Promise<VerbContext>;
  /** True when an agent asks: it can claim, and neither force, skip nor answer a gate. */
  readonly isAgent: boolean;
  readonly events: EventReader;
  /**
   * Lends what the service keeps; null when no service has run. It is not to be used afterwards. An agent gets it only for
   * a place that is its own item.
   */
  memory<Answer>(use: (memory: ServiceMemory | null) => Promise<Answer>, place?: Place): Promise<Answer>;
  /** Null where the asking person's files are out of reach. */
  readonly files: NamedFiles | null;
  /** The operator's own loops: by name, YAML text or the absolute path of a file. */
  graphs(): Promise<Readonly<Record<string, string>>>;
  /** What the repository of a place says about itself. Throws `CONFIG_INVALID` with every problem. */
  harness(place: Place): Promise<HarnessConfig>;
}

/** One event as it is listed. */
export interface ListedEvent {
  /** A cursor: grows in the order of happening. */
  readonly id: number;
  readonly ts: string;
  readonly event: string;
  readonly level: string;
  readonly source: string;
  readonly [field: string]: unknown;
}

export interface EventQuestion {
  readonly types?: readonly string[];
  readonly workItem?: string;
  readonly deliveryId?: string;
  readonly level?: Level;
  /** At or after this instant, in milliseconds since 1970. */
  readonly since?: number;
  readonly after?: number;
  readonly limit: number;
}

/** Reading what happened. */
export interface EventReader {
  query(question: EventQuestion): Promise<readonly ListedEvent[]>;
}
