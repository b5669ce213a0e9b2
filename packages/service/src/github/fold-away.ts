import { formatRef, loginKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type GithubOperations } from '@the-loop/integrations-github';
import { type DispensableEnd, dispensable, type Try } from './dispensable-write.ts';

type Folding = Pick<GithubOperations, 'readComment' | 'whoami' | 'minimizeComment'>;

/** Folds a comment of ours on that thread away as outdated. One that is gone needs nothing; one of somebody else is left alone. */
export function foldAway(
  github: Folding,
  { ref, id }: { readonly ref: WorkItemRef; readonly id: string },
  attempt: Try,
): Promise<DispensableEnd> {
  const what = `comment ${id} on ${formatRef(ref)} was not folded away`;
  const { signal } = attempt;
  return dispensable(what, attempt, async () => {
    const read = await github.readComment(ref, id, { signal });
    if (read.kind === 'missing') return { kind: 'made', writes: 0 };
    const { author, nodeId, on } = read.comment;
    const { login: us } = await github.whoami(ref.host, { signal });
    const isOurs = loginKey(author?.login) === loginKey(us) && on !== null && sameRef(on, ref);
    if (!isOurs) return { kind: 'forgone', degraded: `${what}: it is not ours` };
    await github.minimizeComment({ host: ref.host, nodeId }, { signal });
    return { kind: 'made', writes: 1 };
  });
}
