import { loopAddress } from '@the-loop/dispatcher';
import { type LoopAddress, safeParseRef, sameRef, specIdFor, type WorkItemRef } from '@the-loop/graph-core';

/** A name that an item had, and the one it has. */
interface ItemName {
  readonly former: WorkItemRef;
  readonly current: WorkItemRef;
}

/** Where names are looked up; whoever asks for the item of a ref asks for no other one. */
export interface ItemNames {
  readonly isKnown: (item: WorkItemRef) => Promise<boolean>;
  /** The name that one has today; null for one that never moved. */
  readonly nameAfter: (item: WorkItemRef) => Promise<WorkItemRef | null>;
  /** All that an id may mean. */
  readonly items: () => Promise<readonly WorkItemRef[]>;
  readonly formerNames: () => Promise<readonly ItemName[]>;
}

/**
 * The input of an operation with an item under the name that it has today. Whoever began before an item moved goes on to say
 * what it was called; its pull requests may be of another repository than it by now.
 */
export async function currentInput(input: unknown, names: ItemNames): Promise<unknown> {
  if (!isInput(input)) return input;
  const read = safeParseRef(input.item, { defaultProvider: 'github' });
  const name = read.ok ? await nameOfRef(read.value, names) : await nameOfId(input.item, names);
  const id = name === null ? null : specIdFor(name.current);
  if (name === null || id === null) return input;
  const { pr, prRepo, ref, ...rest } = input;
  const isOwn = ref === undefined || (typeof ref === 'string' && isCalled(ref, name.former));
  return { ...rest, ...addressAfter({ id, pr, prRepo }, name), ...(isOwn ? {} : { ref }) };
}

type Input = Readonly<Record<string, unknown>> & { readonly item: string };

function isInput(input: unknown): input is Input {
  return typeof input === 'object' && input !== null && 'item' in input && typeof input.item === 'string';
}

async function nameOfRef(former: WorkItemRef, { isKnown, nameAfter }: ItemNames): Promise<ItemName | null> {
  if (await isKnown(former)) return null;
  const current = await nameAfter(former);
  return current !== null && (await isKnown(current)) ? { former, current } : null;
}

/** The one item that had the id; null when one has it today, when none had it, and when several had. */
async function nameOfId(id: string, { items, formerNames }: ItemNames): Promise<ItemName | null> {
  const known = await items();
  if (known.some((item) => specIdFor(item) === id)) return null;
  const isKnown = ({ current }: ItemName): boolean => known.some((item) => sameRef(item, current));
  const found = (await formerNames()).filter((each) => specIdFor(each.former) === id && isKnown(each));
  const [name, ...others] = found;
  return name !== undefined && others.every(({ current }) => sameRef(current, name.current)) ? name : null;
}

function isCalled(text: string, ref: WorkItemRef): boolean {
  if (text === specIdFor(ref)) return true;
  const read = safeParseRef(text, { defaultProvider: 'github' });
  return read.ok && sameRef(read.value, ref);
}

interface Given {
  readonly id: string;
  readonly pr: unknown;
  readonly prRepo: unknown;
}

function addressAfter({ id, pr, prRepo }: Given, { former, current }: ItemName): object {
  if (typeof pr !== 'number') return { item: id };
  const before: LoopAddress = { id: specIdFor(former) ?? '', pr, ...(typeof prRepo === 'string' ? { prRepo } : {}) };
  const of = former.number === current.number ? 'repository' : 'item';
  const move = { item: former, from: former, to: current, of, repositoryId: null, holds: false } as const;
  const after = loopAddress(before, move);
  return { item: after.id, pr: after.pr, ...(after.prRepo === undefined ? {} : { prRepo: after.prRepo }) };
}
