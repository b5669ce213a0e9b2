import { refKey, safeParseRef, type WorkItemRef } from '@the-loop/graph-core';
import { type Records } from '@the-loop/store';
import * as v from 'valibot';
import { type RepositoryName, sameRepository } from './same-repository.ts';

/** A work item, or a pull request that belongs to one. */
export interface KnownRef {
  readonly ref: WorkItemRef;
  readonly kind: 'issue' | 'pull-request';
  /** GitHub's id of its repository; null where nobody told it. */
  readonly repositoryId: number | null;
}

const Named = v.object({ ref: v.string(), repositoryId: v.fallback(v.nullish(v.number(), null), null) });
const SessionSchema = v.object({ ref: v.string(), bindings: v.fallback(v.array(v.unknown()), []) });

/**
 * What is kept of a repository: items with a session or a command, then the pull requests of any item. `coming`: names that
 * something will have when a move that is ahead has been followed.
 */
export async function refsIn(
  records: Pick<Records, 'list'>,
  repository: RepositoryName,
  coming: readonly WorkItemRef[],
): Promise<readonly KnownRef[]> {
  const sessions = (await records.list('session')).map(({ value }) => value);
  const controls = (await records.list('control')).map(({ value }) => value);
  const bindings = sessions.flatMap((value) => (v.is(SessionSchema, value) ? value.bindings : []));
  const known = new Map<string, KnownRef>();
  const add = (values: readonly unknown[], kind: KnownRef['kind']): void => {
    for (const value of values) {
      const named = v.safeParse(Named, value);
      const ref = named.success ? safeParseRef(named.output.ref) : null;
      if (!named.success || !ref?.ok || !sameRepository(ref.value, repository)) continue;
      const { repositoryId } = named.output;
      if (!known.has(refKey(ref.value))) known.set(refKey(ref.value), { ref: ref.value, kind, repositoryId });
    }
  };
  add([...sessions, ...controls], 'issue');
  add(bindings, 'pull-request');
  for (const ref of coming)
    if (!known.has(refKey(ref))) known.set(refKey(ref), { ref, kind: 'issue', repositoryId: null });
  return [...known.values()];
}
