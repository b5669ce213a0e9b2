import { type Identities } from '@the-loop/dispatcher';
import { type GateComment, loginKey, safeParseRef } from '@the-loop/graph-core';
import { type Records } from '@the-loop/store';

/** The accounts behind authorized logins, kept in the store. */
export interface IdentityPins extends Identities {
  /** Reads what is stored, and forgets logins that are authorized no longer. */
  load(): Promise<void>;
  /** Whether a comment is by another account than its author's login was first used by. */
  readonly isImpostor: (comment: GateComment) => boolean;
}

const KIND = 'identity-pin';

/** Nobody but the operator's list makes a login count; a pin only takes away from it. */
export function createIdentityPins(records: Records, authorizedUsers: () => readonly string[]): IdentityPins {
  const pins = new Map<string, Map<string, number>>();
  const on = (host: string): Map<string, number> => {
    const key = host.toLowerCase();
    const known = pins.get(key) ?? new Map<string, number>();
    pins.set(key, known);
    return known;
  };
  return {
    pinned: on,
    async load() {
      const listed = new Set(authorizedUsers().map(loginKey));
      for (const known of pins.values()) {
        for (const login of known.keys()) if (!listed.has(login)) known.delete(login);
      }
      for (const { key, value, revision } of await records.list(KIND)) {
        const [host = '', login = ''] = key.split('/');
        if (!listed.has(login)) await records.remove(KIND, key, revision);
        else if (typeof value === 'number') on(host).set(login, value);
      }
    },
    async pin(host, { login, id }) {
      const name = loginKey(login);
      if (on(host).has(name)) return;
      const key = `${host.toLowerCase()}/${name}`;
      await records.put(KIND, key, { value: id, expectedRevision: null });
      // Somebody else may have been faster: what is stored counts.
      const stored = await records.get(KIND, key);
      on(host).set(name, typeof stored?.value === 'number' ? stored.value : id);
    },
    isImpostor({ author, authorId, on: place }) {
      const ref = safeParseRef(place ?? '');
      const pinned = ref.ok ? on(ref.value.host).get(loginKey(author)) : undefined;
      return pinned !== undefined && authorId !== undefined && authorId !== pinned;
    },
  };
}
