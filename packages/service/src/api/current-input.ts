import { loopAddress } from '@the-loop/dispatcher';
import { type LoopAddress, safeParseRef, sameRef, specIdFor, type WorkItemRef } from '@the-loop/graph-core';

/** A name that an item had, and the one it has. */
export interface ItemName {
  readonly former: WorkItemRef;
  readonly current: WorkItemRef;
}

/**
 * The input of an operation with an item under the name that it has today. Whoever began before an item moved goes on to say
 * what it was called; its pull requests may be of another repository than it by now.
 */
export function currentInput(input: unknown, names: readonly ItemName[], items: readonly WorkItemRef[]): unknown {
  if (!isInput(input) || items.some((known) => isCalled(input.item, known))) return input;
  const name = nameFor(input.item, names, items);
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

/** The one item that had the name; null when none had it, or several. */
function nameFor(item: string, names: readonly ItemName[], items: readonly WorkItemRef[]): ItemName | null {
  const isKnown = ({ current }: ItemName): boolean => items.some((ref) => sameRef(ref, current));
  const [name, ...others] = names.filter((each) => isCalled(item, each.former) && isKnown(each));
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
