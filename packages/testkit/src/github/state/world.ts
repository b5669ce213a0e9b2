import { parsePlace } from './place.ts';
import {
  type CommentRecord,
  type ContentRecord,
  type IssueRecord,
  type LabelRecord,
  type RepositoryRecord,
  type ReviewCommentRecord,
  type ReviewRecord,
  type UserRecord,
} from './records.ts';
import { notFound, Refusal } from './refusal.ts';

/** Something that GitHub tells webhooks about. `parts` are the payload's own keys beside repository and sender. */
export interface Occurrence {
  readonly event: string;
  readonly action: string | null;
  readonly repository: RepositoryRecord;
  readonly sender: UserRecord;
  readonly parts: Readonly<Record<string, unknown>>;
}

export interface WorldOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Where pages and the API claim to be, `https://github.com` and `https://api.github.com`. */
  readonly htmlBase: string;
  readonly apiBase: string;
  /** Logins that are organizations. */
  readonly organizations: ReadonlySet<string>;
  /** Whether merging also closes issues of other repositories that the body names with a keyword. */
  readonly closesAcrossRepositories: boolean;
}

/** Every record, with ids and lookups. It knows no HTTP. */
export class World {
  readonly options: WorldOptions;
  readonly users = new Map<string, UserRecord>();
  /** By lower-case `owner/repo`; a renamed repository is found under its old name by {@link movedRepository}. */
  readonly repositories = new Map<string, RepositoryRecord>();
  readonly renamed = new Map<string, RepositoryRecord>();
  readonly comments = new Map<number, CommentRecord>();
  readonly reviews = new Map<number, ReviewRecord>();
  readonly reviewComments = new Map<number, ReviewCommentRecord>();
  readonly nodes = new Map<string, ContentRecord>();
  /** Called after each act, with the payload's parts already rendered. */
  announce: (occurrence: Occurrence) => void = () => undefined;
  #lastId = 1_000_000;

  constructor(options: WorldOptions) {
    this.options = options;
  }

  /** A new database id and the node id that goes with it. */
  identify(prefix: string): { readonly id: number; readonly nodeId: string } {
    this.#lastId += 1;
    const nodeId = `${prefix}_kwDO${Buffer.from(String(this.#lastId)).toString('base64url')}`;
    return { id: this.#lastId, nodeId };
  }

  /** The present time as GitHub writes it: whole seconds, UTC. */
  time(): string {
    return `${new Date(this.options.now()).toISOString().slice(0, 19)}Z`;
  }

  /** The account of that login, created when it is new. Logins ignore case. */
  user(login: string): UserRecord {
    const key = login.toLowerCase();
    const known = this.users.get(key);
    if (known) return known;
    const type = this.options.organizations.has(key) ? 'Organization' : login.endsWith('[bot]') ? 'Bot' : 'User';
    const user: UserRecord = { login, type, ...this.identify(type === 'Organization' ? 'O' : 'U') };
    this.users.set(key, user);
    return user;
  }

  /** @throws Refusal 404, or 301 when the repository was renamed */
  repository(fullName: string): RepositoryRecord {
    const key = fullName.toLowerCase();
    const found = this.repositories.get(key);
    if (found) return found;
    const moved = this.renamed.get(key);
    if (moved) throw movedPermanently(`${this.options.apiBase}/repositories/${moved.id}`, 4);
    throw notFound();
  }

  /** @throws Refusal 404, 410 for a deleted issue, 301 for a transferred one */
  issue(fullName: string, number: number): IssueRecord {
    const issue = this.repository(fullName).issues.get(number);
    if (!issue) throw notFound();
    if (issue.deleted) throw new Refusal(410, 'This issue was deleted');
    if (issue.movedTo) {
      const { repository, number: newNumber } = issue.movedTo;
      throw movedPermanently(`${this.options.apiBase}/repositories/${repository.id}/issues/${newNumber}`, 6);
    }
    return issue;
  }

  /** The issue or pull request at `owner/repo#n`. */
  at(place: string): IssueRecord {
    const { repository, number } = parsePlace(place);
    return this.issue(repository, number);
  }

  /** The label of that name; GitHub creates labels that are first seen on an issue. */
  label(repository: RepositoryRecord, name: string): LabelRecord {
    const key = name.toLowerCase();
    const known = repository.labels.get(key);
    if (known) return known;
    const label: LabelRecord = { ...this.identify('LA'), name, color: 'ededed', description: null };
    repository.labels.set(key, label);
    return label;
  }
}

/** A 301. The asked path from index `restFrom` of its segments is appended to the location when it is answered. */
function movedPermanently(location: string, restFrom: number): Refusal {
  return new Refusal(301, 'Moved Permanently', { body: { url: location }, headers: { location }, restFrom });
}
