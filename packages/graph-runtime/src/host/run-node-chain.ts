import {
  type ChainOutcome,
  findNode,
  type GateComment,
  type GraphNode,
  type HookRegistry,
  runChain,
  type StateView,
} from '@the-loop/graph-core';
import { sha256 } from '../items/sha256.ts';
import { type OpenLoop } from '../verbs/open-loop.ts';
import { type VerbContext } from '../verbs/verb-context.ts';
import { hostHooks } from './host-hooks.ts';

/** What came with the event that asks, if any. */
export interface Asked {
  readonly comments?: readonly GateComment[];
  readonly headSha?: string;
}

function namesOf(node: GraphNode): string[] {
  return node.produces.flatMap((entry) => entry.split('|')).map((name) => name.trim());
}

/**
 * Names of files whose absence is planned, by node: every node before it that would have written them is skipped. What a
 * node is the first to write is never among them.
 */
function plannedAbsences({ graph, view }: Pick<OpenLoop, 'graph' | 'view'>): ReadonlyMap<string, ReadonlySet<string>> {
  const written = new Set<string>();
  const omitted = new Set<string>();
  return new Map(
    graph.nodes.map((node) => {
      const absent = new Set([...omitted].filter((name) => !written.has(name)));
      for (const name of namesOf(node)) (view.skips[node.id] === undefined ? written : omitted).add(name);
      return [node.id, absent];
    }),
  );
}

/** The checklist that was posted for this loop, by the latest of its effects that is done. */
function postedChecklist({ state, ref }: OpenLoop): { readonly ref: string; readonly id: string } | undefined {
  const posted = Object.entries(state.done).filter(([key]) => /\/entry\/post-phase-selection(?:\/|$)/.test(key));
  // Folding an older list away is an effect of the same hook, and posts nothing.
  const lists = posted.flatMap(([, { at, id }]) => (id === undefined ? [] : [{ at: Date.parse(at), id }]));
  const latest = lists.sort((a, b) => b.at - a.at)[0];
  return latest === undefined ? undefined : { ref, id: latest.id };
}

const PUBLISHED = /\/entry\/publish-artifact(?:\/\d+)?\/([0-9a-f]{16})$/;

/** Which document was published last, by the effects that are done or wait. */
function lastPublished({ state }: OpenLoop): string | undefined {
  const effects = [...Object.entries(state.done), ...state.pending.map((one) => [one.key, one] as const)];
  const published = effects.flatMap(([key, { at }]) => {
    const occasion = PUBLISHED.exec(key)?.[1];
    return occasion === undefined ? [] : [{ occasion, at: Date.parse(at) }];
  });
  return published.sort((one, other) => one.at - other.at).at(-1)?.occasion;
}

/** What every chain of a loop is told alike. */
interface LoopReadings {
  readonly absences: ReadonlyMap<string, ReadonlySet<string>>;
  readonly checklist: ReturnType<typeof postedChecklist>;
  readonly published: string | undefined;
}

const NONE: ReadonlySet<string> = new Set();
const readings = new WeakMap<StateView, LoopReadings>();

/** Worked out once for a state, because a check asks for every node. */
function readingsOf(open: OpenLoop): LoopReadings {
  const known = readings.get(open.view);
  if (known !== undefined) return known;
  const read = { absences: plannedAbsences(open), checklist: postedChecklist(open), published: lastPublished(open) };
  readings.set(open.view, read);
  return read;
}

interface ChainInput {
  readonly node: GraphNode;
  readonly boundary: 'entry' | 'exit';
  readonly hooks: HookRegistry;
  readonly asked: Asked;
}

/** Runs one chain of a node with hooks that are already hosted. */
export function runNodeChain(context: VerbContext, open: OpenLoop, input: ChainInput): Promise<ChainOutcome> {
  const { node, boundary, hooks, asked } = input;
  const { absences, checklist, published } = readingsOf(open);
  return runChain(hooks, {
    address: open.address,
    ref: open.ref,
    graph: open.graph,
    node,
    boundary,
    comments: asked.comments ?? [],
    headSha: asked.headSha ?? '',
    checklist,
    published,
    state: open.view,
    facts: open.state.facts,
    skippedArtifacts: absences.get(node.id) ?? NONE,
    settings: context.settings,
    files: open.files,
    directory: context.store.directory(open.address.id),
    now: open.at,
    digest: sha256,
  });
}

function lentHooks(context: VerbContext): HookRegistry {
  return hostHooks(context.hooks, { remote: context.remote, command: context.command, signal: context.signal });
}

/** The gate of the node where the loop stands. */
export function runExit(
  context: VerbContext,
  open: OpenLoop,
  asked: { node: GraphNode } & Asked,
): Promise<ChainOutcome> {
  return runNodeChain(context, open, { node: asked.node, boundary: 'exit', hooks: lentHooks(context), asked });
}

/** What happens on arrival at a node. Null when the graph does not know it. */
export async function runEntry(
  context: VerbContext,
  open: OpenLoop,
  asked: { id: string } & Asked,
): Promise<ChainOutcome | null> {
  const node = findNode(open.graph, asked.id);
  if (node === undefined) return null;
  return runNodeChain(context, open, { node, boundary: 'entry', hooks: lentHooks(context), asked });
}
