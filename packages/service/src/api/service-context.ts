import { type HarnessConfig } from '@the-loop/config';
import { formatRef, LoopError, safeParseRef, sameRef, specIdFor, type WorkItemRef } from '@the-loop/graph-core';
import { type VerbContext } from '@the-loop/graph-runtime';
import { type EventReader, type OperationContext, type Place, type ServiceMemory } from '@the-loop/operations';
import { type Caller } from './authenticate.ts';

export interface ServiceContextOptions {
  /** Items that have a checkout here. */
  readonly items: () => Promise<readonly WorkItemRef[]>;
  /** Names that items had before they moved, and those they have. */
  readonly formerNames: () => Promise<readonly { readonly former: WorkItemRef; readonly current: WorkItemRef }[]>;
  readonly verbsOf: (item: WorkItemRef, caller: Caller) => Promise<VerbContext>;
  readonly events: EventReader;
  readonly memory: ServiceMemory;
  readonly graphs: Readonly<Record<string, string>>;
  readonly harnessOf: (item: WorkItemRef) => Promise<HarnessConfig>;
}

/** What an operation runs against when it is asked over HTTP: the items that this service drives. */
export function serviceContext(options: ServiceContextOptions, caller: Caller): OperationContext {
  return {
    isAgent: caller.kind === 'agent',
    events: options.events,
    verbs: async (place) => options.verbsOf(await itemOf(options, place, caller), caller),
    memory: async (use, place) => use(await memoryFor(options, caller, place)),
    files: null,
    graphs: () => Promise.resolve(options.graphs),
    harness: async (place) => options.harnessOf(await itemOf(options, place, caller)),
  };
}

/** What is stored is about everybody's items: an agent gets at it for its own item only. Throws `SERVICE_FORBIDDEN`. */
async function memoryFor(options: ServiceContextOptions, caller: Caller, place?: Place): Promise<ServiceMemory> {
  const { memory } = options;
  if (caller.kind === 'operator') return memory;
  if (place?.item !== undefined) return { ...memory, own: await ownItem(options, caller.item, place) };
  throw new LoopError('SERVICE_FORBIDDEN', 'what the service stores is for the operator only', {
    remedy: 'the-loop graph status <your item>',
  });
}

/** An agent's token is good for its own item, by any name that it had since the agent began, and posts nowhere else. */
async function ownItem(
  { formerNames }: Pick<ServiceContextOptions, 'formerNames'>,
  own: WorkItemRef,
  { item: id, ref }: Place,
): Promise<WorkItemRef> {
  const former = (await formerNames()).filter(({ current }) => sameRef(current, own)).map((name) => name.former);
  const names = [own, ...former];
  const elsewhere = ref !== undefined && !names.some((name) => isRef(ref, name));
  const named = id !== undefined && names.some((name) => id === specIdFor(name) || isRef(id, name));
  if (named && !elsewhere) return own;
  throw new LoopError('SERVICE_FORBIDDEN', 'an agent acts on its own item only', {
    remedy: `claim ${specIdFor(own) ?? ''}`,
  });
}

function isRef(text: string, own: WorkItemRef): boolean {
  const parsed = safeParseRef(text, { defaultProvider: 'github' });
  return parsed.ok && sameRef(parsed.value, own);
}

/** An agent's own item, or the one item of that id. Throws `SERVICE_FORBIDDEN` and `SERVICE_ITEM_UNKNOWN`. */
export async function itemOf(
  options: Pick<ServiceContextOptions, 'items' | 'formerNames'>,
  place: Place,
  caller: Caller,
): Promise<WorkItemRef> {
  if (caller.kind === 'agent') return ownItem(options, caller.item, place);
  const { item: id, repo } = place;
  if (id === undefined) {
    throw new LoopError('SERVICE_ITEM_UNKNOWN', 'the service answers about one item at a time', {
      remedy: 'name the item',
    });
  }
  const known = await itemsCalled(options, id, repo);
  const [first] = known;
  if (first === undefined) {
    throw new LoopError('SERVICE_ITEM_UNKNOWN', `the service drives no item ${id}`, {
      remedy: 'see the-loop status',
    });
  }
  if (known.some((ref) => !sameRef(ref, first))) {
    const names = known.map(formatRef).join(', ');
    throw new LoopError('SERVICE_ITEM_UNKNOWN', `several items have that id: ${names}`, {
      remedy: 'pass --repo owner/repo',
    });
  }
  return first;
}

/** Items of an id, and where there is none, those that had it before they moved. */
async function itemsCalled(
  { items, formerNames }: Pick<ServiceContextOptions, 'items' | 'formerNames'>,
  id: string,
  repo: string | undefined,
): Promise<readonly WorkItemRef[]> {
  const isCalled = (ref: WorkItemRef) => specIdFor(ref) === id && (repo === undefined || isIn(ref, repo));
  const all = await items();
  const known = all.filter(isCalled);
  if (known.length > 0) return known;
  const names = (await formerNames()).filter(({ former }) => isCalled(former));
  return all.filter((item) => names.some(({ current }) => sameRef(current, item)));
}

function isIn({ owner, repo }: WorkItemRef, slug: string): boolean {
  return `${owner}/${repo}`.toLowerCase() === slug.toLowerCase();
}
