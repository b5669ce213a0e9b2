import { type CommandOptions } from './command/phrases.ts';

/** One delivery, however it came. Its body is any JSON value. */
export interface Delivery {
  readonly deliveryId: string;
  /** GitHub's event name. */
  readonly event: string;
  readonly payload: unknown;
}

/** Something that knows some comments by {@link commentKey}; a `Set` will do. */
export interface CommentKeys {
  has(key: string): boolean;
}

/** What the operator decided, as one value per event: a revocation counts from the next event on. */
export interface RouteContext {
  /** Logins that may be an input; a leading `@` and letter case do not matter. An empty list refuses everybody. */
  readonly authorizedUsers: readonly string[];
  /** Logins that we post as. */
  readonly ownLogins: readonly string[];
  /** The operator accepted that a person and the agent share one login. */
  readonly sharedIdentityAccepted: boolean;
  /** The arming label; empty arms nothing. */
  readonly label: string;
  readonly control: CommandOptions;
  /** Event names that are let in; an empty list lets in all. */
  readonly enabledEvents: readonly string[];
  /** Configured hosts beside github.com, `host[:port]` each. */
  readonly hosts: readonly string[];
  /** Checklists that we posted and stored. */
  readonly checklists?: CommentKeys;
  /** Comments that we posted, where the marker may have been lost. */
  readonly ownComments?: CommentKeys;
  /** GitHub's id per lower-case login, pinned when it was first seen: another account by that name is refused. */
  readonly pinnedIds?: ReadonlyMap<string, number>;
}

/** What a comment key is made of. */
export interface CommentAddress {
  readonly host: string;
  /** `owner/repo`. */
  readonly repository: string;
  readonly kind: 'comment' | 'review' | 'inline';
  readonly id: number | string;
}

/** The key of a comment: `github.com/owner/repo#<id>`, `#review-<id>` or `#inline-<id>`; lower case. */
export function commentKey({ host, repository, kind, id }: CommentAddress): string {
  return `${host}/${repository}#${kind === 'comment' ? '' : `${kind}-`}${id}`.toLowerCase();
}
