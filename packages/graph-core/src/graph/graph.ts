/** Who acts at a node. */
export type Actor = 'agent' | 'human' | 'code';

/** One entry of a chain: a hook by name, with its parameters. */
export interface HookEntry {
  readonly hook: string;
  readonly with: Readonly<Record<string, unknown>>;
}

/** Where a work item is. `produces` keeps alternatives as written (`requirements.md|bugfix.md`). */
export interface GraphNode {
  readonly id: string;
  readonly phase: string;
  readonly actor: Actor;
  readonly session: 'new' | 'inherit';
  readonly command: string;
  readonly stage: string;
  readonly produces: readonly string[];
  readonly required: boolean;
  readonly optional: boolean;
  readonly skippable: boolean;
  readonly optIn: boolean;
  readonly description: string;
  readonly maxAttempts: number;
  readonly entry: readonly HookEntry[];
  readonly exit: readonly HookEntry[];
  readonly terminal: boolean;
}

/** `on` is compared exactly with the outcome of the node's exit chain. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly on: string;
}

/** A validated, frozen process graph. `parseGraph` makes one; `reviveGraph` brings one back that was made before. */
export interface Graph {
  readonly version: number;
  readonly name: string;
  readonly start: string;
  readonly skipSets: Readonly<Record<string, readonly string[]>>;
  /** In the order of the file. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** What is known of a hook without loading it: enough to judge a graph that names it. */
export interface HookDescription {
  readonly name: string;
  readonly capability: HookCapability;
  /** Outcomes it may put into `data.outcome`; empty means it only passes, waits or blocks. */
  readonly outcomes: readonly string[];
  /** Answers why `with` is not acceptable, one text per problem; empty when it is. */
  checkParams(params: Readonly<Record<string, unknown>>): readonly string[];
  /** Answers why `with` does not fit where the entry stands; absent for a hook that fits anywhere. */
  checkPlace?(params: Readonly<Record<string, unknown>>, place: HookPlace): readonly string[];
}

/** Where an entry stands in its graph, as far as that can be read. */
export interface HookPlace {
  readonly node: string;
  /** Names of the hooks of a node's exit chain; null for a node that the graph does not have. */
  exitHooks(id: string): readonly string[] | null;
  /** Whether a way from the start comes to `id` before this node, and goes on from there to this node. */
  isBefore(id: string): boolean;
}

/** Hooks by name. */
export type HookCatalogue = ReadonlyMap<string, HookDescription>;

/**
 * What a hook may do. `pure` reads the checkout and recorded facts; `read-remote` may also read GitHub;
 * `spawn` may start a process; `write-local` may ask for writes inside the item's directory.
 */
export type HookCapability = 'pure' | 'read-remote' | 'spawn' | 'write-local';
