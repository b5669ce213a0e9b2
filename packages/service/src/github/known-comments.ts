import { parseRef } from '@the-loop/graph-core';
import { type CommentKeys, commentKey } from '@the-loop/router';
import { type Records } from '@the-loop/store';

const OWN = 'own-comment';

/** Comments that we posted, and which of them are checklists: known by id, so that a marker alone proves nothing. */
export interface KnownComments {
  readonly own: CommentKeys;
  readonly checklists: CommentKeys;
  load(): Promise<void>;
  add(refText: string, comment: { readonly id: string; readonly purpose: string }): Promise<void>;
}

export function createKnownComments(records: Records): KnownComments {
  const own = new Set<string>();
  const checklists = new Set<string>();
  const note = (key: string, purpose: string): void => {
    own.add(key);
    if (purpose === 'phase-checklist') checklists.add(key);
  };
  return {
    own,
    checklists,
    async load() {
      for (const { key, value } of await records.list(OWN)) note(key, String(value));
    },
    async add(refText, { id, purpose }) {
      const ref = parseRef(refText);
      const key = commentKey({ host: ref.host, repository: `${ref.owner}/${ref.repo}`, kind: 'comment', id });
      note(key, purpose);
      const current = await records.get(OWN, key);
      if (current === null) await records.put(OWN, key, { value: purpose, expectedRevision: null });
    },
  };
}
