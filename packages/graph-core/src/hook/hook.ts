import { type Graph, type GraphNode, type HookCapability, type HookDescription } from '../graph/graph.ts';
import { type Fact } from '../state/fact.ts';
import { type StateView } from '../state/state-view.ts';
import { type Effect } from './effect.ts';

export type HookStatus = 'pass' | 'block' | 'wait' | 'skip';

/** One finding. Text is composed of our own words, paths and names; never of remote or payload text. */
export interface HookMessage {
  readonly text: string;
  /** Relative to the repository; empty when it is about no file. */
  readonly path?: string;
  readonly severity?: 'error' | 'warning' | 'info';
  /** A stable name of the finding, such as `VA_MISSING`. */
  readonly code?: string;
  /** What the finding is about inside the file: a section title, a key, a count. */
  readonly detail?: string;
}

/** What a hook learned. Only `outcome` routes; `facts` are recorded when the gate passes. */
export interface HookData {
  /** Compared with the edges' `on`. */
  readonly outcome?: string;
  /** Non-empty: a side effect failed although the hook passed (a degradation). */
  readonly error?: string;
  /** Facts that the built-in gate hooks may record; ignored from any other hook. */
  readonly facts?: readonly Fact[];
  readonly [key: string]: unknown;
}

export interface HookResult {
  readonly status: HookStatus;
  readonly messages?: readonly HookMessage[];
  readonly data?: HookData;
  readonly effects?: readonly Effect[];
  /** False: claiming again cannot help until someone changes the configuration. */
  readonly retriable?: boolean;
}

/** A comment or review as a gate sees it. */
export interface GateComment {
  readonly author: string;
  readonly body: string;
  readonly kind: 'comment' | 'review' | 'inline';
  readonly id?: string;
  readonly authorId?: number;
  readonly url?: string;
  readonly createdAt?: string;
  readonly reviewState?: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
  readonly commitId?: string;
  /** `created`, `submitted`, `edited`, `deleted`, `dismissed`; absent means the creating one. */
  readonly action?: string;
  /** Where it was made, as a ref text. */
  readonly on?: string;
  /** The head commit of the pull request at that time, where known. */
  readonly headSha?: string;
}

/** Files of the item's directory, as a hook may see them. Paths are relative to that directory. */
export interface ItemFiles {
  /** `null` when there is no such regular file. Throws when it exists and is not readable UTF-8. */
  read(path: string): Promise<string | null>;
  /** Regular files below `directory`, at most two levels deep, sorted. */
  list(directory: string): Promise<readonly string[]>;
}

/** Reading GitHub, for hooks with capability `read-remote`. Each call throws when it cannot answer. */
export interface RemoteReader {
  listComments(ref: string): Promise<readonly (GateComment & { readonly id: string })[]>;
  /** `missing` only on a definitive 404 or 410. `editors` is null where GitHub does not say. */
  readComment(
    ref: string,
    id: string,
  ): Promise<
    | {
        readonly kind: 'found';
        readonly author: string;
        readonly body: string;
        readonly editors: readonly string[] | null;
        /** Where it stands, as a ref text; absent where that is not known. An id alone is found under any ref of the repository. */
        readonly on?: string;
      }
    | { readonly kind: 'missing' }
  >;
  /** How the pull request ended. `missing` only on a definitive 404 or 410. */
  readMerge(
    ref: string,
  ): Promise<
    { readonly kind: 'merged'; readonly by: string; readonly sha: string } | { readonly kind: 'unmerged' | 'missing' }
  >;
  /** The work items that a pull request says it is about, as ref texts: by what it closes, its branch and its text. None for a ticket. */
  readLinks(ref: string): Promise<readonly string[]>;
}

/** Running a command, for hooks with capability `spawn`. */
export interface CommandRunner {
  run(
    argv: readonly string[],
    options: {
      readonly timeoutMs: number;
      /** Whose checkout: that of the loop's pull request, where it has one of its own. Absent: the item's. */
      readonly address?: LoopAddress;
    },
  ): Promise<
    | { readonly kind: 'exited'; readonly code: number; readonly tail: readonly string[] }
    | { readonly kind: 'timeout' }
    | { readonly kind: 'not-found' }
  >;
  /** Digest of the files where commands run, `without` one directory (relative to the repository); empty where nobody can tell. */
  tree?(options: { readonly without: string; readonly address?: LoopAddress }): Promise<string>;
}

/** What the operator decided that hooks need. Secrets are never here. */
export interface HookSettings {
  readonly authorizedUsers: readonly string[];
  /** Logins we post as: their comments never answer a gate unless the shared identity is accepted. */
  readonly ownLogins: readonly string[];
  readonly sharedIdentityAccepted: boolean;
  readonly phaseLabelPrefix: string;
  readonly executeKeyword: string;
  /** Phrases of the other commands, by verb, where the operator renamed them. */
  readonly keywords?: Readonly<Record<string, string>>;
  readonly sessionPerPr: 'never' | 'cross-repository' | 'always';
  readonly originRepo: string;
  /** The GitHub that `originRepo` is on; absent: github.com. */
  readonly originHost?: string;
  /** False when the checkout has no harness configuration. */
  readonly repoInitialized: boolean;
  /** argv of the operator's verification command; empty when none is configured. */
  readonly verifyCommand: readonly string[];
  /** Roles to tell, per event. */
  readonly notifications: Readonly<Record<string, readonly string[]>>;
  readonly minApprovals: number;
}

/** Where a loop stands: the item, and the pull request whose inner loop it is. */
export interface LoopAddress {
  readonly id: string;
  readonly pr?: number;
  /** `owner/repo`; absent for a pull request in the origin repository. */
  readonly prRepo?: string;
}

/** Everything a hook is given. What its capability does not cover is absent. */
export interface HookContext {
  readonly address: LoopAddress;
  /** The ticket's or pull request's ref text, or the bare id when none can be derived. */
  readonly ref: string;
  readonly graph: Graph;
  readonly node: GraphNode;
  readonly boundary: 'entry' | 'exit';
  readonly params: Readonly<Record<string, unknown>>;
  /** Comments of the delivery that asked; empty for claims and checks. Oldest first. */
  readonly comments: readonly GateComment[];
  /** Head commit of the gated pull request; empty when unknown. */
  readonly headSha: string;
  /** The phase checklist that we posted for this loop: where, and GitHub's id of it. Absent until it is posted. */
  readonly checklist?: { readonly ref: string; readonly id: string } | undefined;
  /** The `occasion` of the document that was published last in this loop; absent while none was. */
  readonly published?: string | undefined;
  readonly state: StateView;
  /** The whole list, for gates that look back. */
  readonly facts: readonly Fact[];
  /** Names of files whose authoring node is skipped or was not selected. */
  readonly skippedArtifacts: ReadonlySet<string>;
  /** Results of earlier hooks of this chain, frozen. */
  readonly results: readonly { readonly hook: string; readonly result: HookResult }[];
  readonly settings: HookSettings;
  readonly files: ItemFiles;
  /** The item's directory relative to the repository, with forward slashes; for messages. */
  readonly directory: string;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** Lower-case hex SHA-256 of a text. */
  readonly digest: (text: string) => string;
  readonly remote?: RemoteReader;
  readonly command?: CommandRunner;
  readonly signal?: AbortSignal;
}

/** A gate or a side effect of the graph. It asks for effects and never writes itself. */
export interface Hook extends HookDescription {
  readonly capability: HookCapability;
  readonly timeoutMs: number;
  /** Data keys it may emit beside `outcome` and `error`. */
  readonly dataKeys: readonly string[];
  run(context: HookContext): Promise<HookResult> | HookResult;
}

/** Hooks by name. */
export type HookRegistry = ReadonlyMap<string, Hook>;
