import { type TicketRepository } from '@the-loop/config';

/** What a person decided, by flag or at a question; what is absent stays as it is. */
export interface InitAnswers {
  /** Logins that may command and approve; added to those that are there. */
  readonly authorizedUsers: readonly string[];
  readonly agent?: string | undefined;
  readonly sharedIdentity?: 'accept' | 'refuse' | undefined;
  /** Instead of what the origin says. */
  readonly ticketRepository?: TicketRepository | undefined;
}

/** What was found before anything is written. */
export interface InitFound {
  /** Null outside of a checkout. */
  readonly checkout: FoundCheckout | null;
  readonly operator: FoundFile;
}

export interface FoundCheckout {
  readonly harness: { readonly path: string; readonly exists: boolean };
  /** `owner/repo` as the origin on github.com says; null when it says nothing of the kind. */
  readonly origin: TicketRepository | null;
}

export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** Null when there is no such file. */
  readonly text: string | null;
}
