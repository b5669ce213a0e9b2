import { formatRef, type LoopAddress, refKey, sameRef } from '@the-loop/graph-core';
import { type OutboxRow, type RenamedRecord, type Renaming } from '@the-loop/store';
import * as v from 'valibot';
import { MOVED, type Trail } from '../records/names.ts';
import { type ItemMove } from './item-move.ts';
import { loopAddress, loopName } from './loop-name.ts';
import { withRef } from './with-ref.ts';

/** How a value of a kind that the dispatcher does not know follows a move; refs as texts have followed already. */
export type FollowRecord = (record: RenamedRecord, move: ItemMove) => unknown;

/** The move of an item as the store carries it out. */
export function renamingOf(move: ItemMove, follow: FollowRecord): Renaming {
  const { item, from, to, of, repositoryId } = move;
  const trail: Trail = { from: formatRef(from), to: formatRef(to), of, repositoryId };
  return {
    names: [...new Set([refKey(from), refKey(item)])],
    key: (key) => keyAfter(key, move),
    mention: formatRef(from),
    value: ({ kind, key, value }) => {
      if (kind !== 'session') return follow({ kind, key, value: withRef(value, move) }, move);
      const named = withLeft(withRef(value, move), value);
      return key === refKey(item) ? sessionAfter(named, move) : named;
    },
    write: (row) => writeAfter(row, move),
    trail: { kind: MOVED, key: refKey(from), value: trail },
  };
}

/** `<name>`, `<name>/<loop>`, and `<name>:<loop>/…` where it is an effect of the item. */
function keyAfter(key: string, move: ItemMove): string {
  const [head = ''] = /^[^/:]*/.exec(key) ?? [];
  const separator = key.slice(head.length, head.length + 1);
  const rest = key.slice(head.length + 1);
  const name = head === refKey(move.from) ? refKey(move.to) : head;
  // A pull request's own turns are known by what their item asked for.
  return `${name}${separator}${loopName(rest, move)}`;
}

/** What runs in the checkout of another repository waits until there is one of the new repository. */
function sessionAfter(before: unknown, { item, from, of, holds }: ItemMove): unknown {
  if (!v.is(SessionSchema, before)) return before;
  if (!sameRef(item, from)) return holds ? waiting(before) : before;
  const value = withoutId(before, of);
  const leaves = of === 'item' && value.cwd !== '';
  if (!leaves && !holds) return value;
  const isNew = leaves && value.leftCheckout === undefined;
  const resumes = value.status === 'active' && !holds;
  return waiting({ ...value, ...(isNew ? { leftCheckout: { item: formatRef(from), resumes } } : {}) });
}

/** A session that has ended does not wait. */
function waiting(session: v.InferOutput<typeof SessionSchema>): typeof session {
  return session.status === 'active' ? { ...session, status: 'paused' } : session;
}

/** Nobody told yet which repository an item came into. */
function withoutId(session: v.InferOutput<typeof SessionSchema>, of: ItemMove['of']): typeof session {
  const { repositoryId, ...rest } = session;
  return of === 'repository' || repositoryId === undefined ? session : rest;
}

/** A checkout that was left keeps the name it was made under: by that it is found. */
function withLeft(after: unknown, before: unknown): unknown {
  if (!v.is(SessionSchema, before) || before.leftCheckout === undefined) return after;
  return { ...(after as object), leftCheckout: before.leftCheckout };
}

const SessionSchema = v.looseObject({
  cwd: v.string(),
  status: v.string(),
  leftCheckout: v.optional(v.unknown()),
  repositoryId: v.optional(v.unknown()),
});

/** A write that was tried may be on GitHub already, marked by the key it had. */
function writeAfter({ key, payload, source }: OutboxRow, move: ItemMove): Pick<OutboxRow, 'payload' | 'source'> {
  const after = withRef(source, move);
  const kept = typeof after === 'object' && after !== null ? after : {};
  const marked = keyAfter(key, move) === key || 'markedAs' in kept ? {} : { markedAs: key };
  return { payload: withRef(payload, move), source: { ...kept, ...addressAfter(kept, move), ...marked } };
}

/** Which effect of which loop asked for it. */
function addressAfter(source: object, move: ItemMove): object {
  if (!('effectKey' in source) || typeof source.effectKey !== 'string') return {};
  const address = 'address' in source ? { address: loopAddress(source.address as LoopAddress, move) } : {};
  return { ...address, effectKey: loopName(source.effectKey, move) };
}
