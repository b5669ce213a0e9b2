import { type Emit } from '@the-loop/events';
import { type GithubOperations } from '@the-loop/integrations-github';
import { type CommandOptions } from '@the-loop/router';
import { type Inbox } from '@the-loop/store';
import { type Clock } from '../ports.ts';
import { type RecordStore } from '../records/record-store.ts';
import { type SessionRecords } from '../records/session-records.ts';

/** The reads of GitHub that polling needs. */
export type PolledGithub = Pick<
  GithubOperations,
  | 'listItems'
  | 'listItemEvents'
  | 'surveyRepository'
  | 'listRepositoryComments'
  | 'listRepositoryReviewComments'
  | 'listReviews'
  | 'getItem'
  | 'getPullRequest'
  | 'closingReferences'
  | 'closer'
  | 'rate'
  | 'editHistory'
>;

/** Everything a poller reaches. */
export interface PollPorts {
  readonly github: PolledGithub;
  readonly inbox: Pick<Inbox, 'accept' | 'list' | 'body'>;
  /** Where cursors are kept, of kind `poll`. */
  readonly store: RecordStore;
  /** What is known of sessions and commands: asked when a thread is seen for the first time. */
  readonly records: Pick<SessionRecords, 'owning' | 'control'>;
  readonly emit: Emit;
  readonly clock: Clock;
  /** Deliveries were stored. */
  readonly notify: () => void;
}

/** What the operator decided that matters for a repository seen for the first time. One immutable value per cycle. */
export interface PollSettings {
  /** The arming label; empty arms nothing. */
  readonly label: string;
  readonly isAuthorized: (login: string) => boolean;
  readonly control: CommandOptions;
  /** GitHub's names of the events that are taken in; empty means all. */
  readonly events: readonly string[];
}
