import { parseRef, type WorkItemRef } from '@the-loop/graph-core';
import { type CommentKeys, commentKey } from '@the-loop/router';
import { type Records } from '@the-loop/store';

const OWN = 'own-comment';

/** Comments that we posted, and which of them are checklists: known by id, so that a marker alone proves nothing. */
export interface KnownComments {
  readonly own: CommentKeys;
  readonly checklists: CommentKeys;
  load(): Promise<void>;
  /** A repository has another name: comments in it are known by that one too. */
  follow(from: Repository, to: Repository): Promise<void>;
  add(refText: string, comment: { readonly id: string; readonly purpose: string }): Promise<void>;
}

type Repository = Pick<WorkItemRef, 'host' | 'owner' | 'repo'>;

export function createKnownComments(records: Records): KnownComments {
  const own = new Set<string>();
  const checklists = new Set<string>();
  const note = (key: string, purpose: string): void => {
    own.add(key);
    if (purpose === 'phase-checklist') checklists.add(key);
  };
  const store = async (key: string, purpose: string): Promise<void> => {
    const current = await records.get(OWN, key);
    if (current === null) await records.put(OWN, key, { value: purpose, expectedRevision: null });
  };
  return {
    own,
    checklists,
    async load() {
      for (const { key, value } of await records.list(OWN)) note(key, String(value));
    },
    async follow(from, to) {
      const before = prefixOf(from);
      const follow = async (key: string): Promise<void> => {
        const name = `${prefixOf(to)}${key.slice(before.length)}`;
        // Asked for each item of the repository: what is known was stored.
        if (own.has(name)) return;
        const purpose = checklists.has(key) ? 'phase-checklist' : 'followed';
        await store(name, purpose);
        note(name, purpose);
      };
      await Promise.all([...own].filter((each) => each.startsWith(before)).map(follow));
    },
    async add(refText, { id, purpose }) {
      const ref = parseRef(refText);
      const key = commentKey({ host: ref.host, repository: `${ref.owner}/${ref.repo}`, kind: 'comment', id });
      note(key, purpose);
      await store(key, purpose);
    },
  };
}

/** What the keys of comments in a repository begin with. */
function prefixOf({ host, owner, repo }: Repository): string {
  return `${host}/${owner}/${repo}#`.toLowerCase();
}
