import { type DispatchSettings } from '@the-loop/dispatcher';
import { type WorkItemRef } from '@the-loop/graph-core';
import { type VerbContext } from '@the-loop/graph-runtime';
import { type Store } from '@the-loop/store';

/** What a service keeps of its work, whether or not one runs. */
export interface ServiceMemory {
  readonly store: Pick<Store, 'inbox' | 'outbox' | 'turns' | 'records' | 'eventLog'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The operator's decisions as they are now, and our own logins as far as they are known here. */
  settings(): Promise<DispatchSettings>;
  /** The verbs of an item; null without a checkout of it. */
  verbsOf(item: WorkItemRef): Promise<VerbContext | null>;
  /** The one item that an agent who asks may touch; absent for people. */
  readonly own?: WorkItemRef;
  /** The service that works on the store in this process; null where none does. */
  readonly service: WorkingService | null;
}

/** A service that carries out what is stored. */
export interface WorkingService {
  /** Deliveries were made open again. */
  takeDeliveries(): void;
  /** Makes the writes that are due; resolves when none is due any longer. */
  flushWrites(): Promise<void>;
}

/** Files that a person names. Only where a verb runs on that person's machine. */
export interface NamedFiles {
  /** Throws `FILE_UNREADABLE`. */
  read(path: string): Promise<string>;
  /** Writes a new file; throws `FILE_EXISTS` and `FILE_UNWRITABLE`. */
  write(path: string, text: string): Promise<void>;
}
