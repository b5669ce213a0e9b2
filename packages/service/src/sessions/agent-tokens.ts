import { randomBytes } from 'node:crypto';
import { nameAfter } from '@the-loop/dispatcher';
import { formatRef, LoopError, refKey, safeParseRef, type WorkItemRef } from '@the-loop/graph-core';
import { AGENT_TOKEN_PREFIX, agentTokenMatches, mintAgentToken } from '@the-loop/sessions';
import { type Records, type StoredRecord } from '@the-loop/store';

const KIND = 'agent-token';
const ATTEMPTS = 5;

/** Tokens of conversations, one per turn: only digests are stored, and a new one ends the one before. */
export interface AgentTokens {
  /** Throws `SERVICE_RECORD_CONTENDED`. */
  readonly mint: (item: WorkItemRef, endpoint: WorkItemRef) => Promise<string>;
  /** Ends the token of a conversation (its `refKey`), as when the turn that had it is over. */
  readonly end: (endpoint: string) => Promise<void>;
  /** The item a token is good for; null for anything that is no valid token. */
  readonly itemOf: (token: string) => Promise<WorkItemRef | null>;
}

interface TokenRecord {
  readonly digest: string;
  readonly item: string;
}

export function createAgentTokens(records: Records): AgentTokens {
  return {
    async mint(item, endpoint) {
      const key = refKey(endpoint);
      const minted = mintAgentToken((count) => randomBytes(count));
      const value: TokenRecord = { digest: minted.digest, item: formatRef(item) };
      await replace(records, key, value);
      return `${minted.token}.${key}`;
    },
    async end(endpoint) {
      const current = await records.get(KIND, endpoint);
      // Whoever changed it meanwhile has put another token there, which is not this turn's.
      if (current !== null) await records.remove(KIND, endpoint, current.revision);
    },
    async itemOf(presented) {
      if (!presented.startsWith(AGENT_TOKEN_PREFIX)) return null;
      const dot = presented.indexOf('.');
      if (dot < 0) return null;
      const stored = await tokenOf(records, presented.slice(dot + 1));
      if (stored === null) return null;
      // Written by `mint` alone.
      const record = stored.value as TokenRecord;
      if (!agentTokenMatches(presented.slice(0, dot), record.digest)) return null;
      const item = safeParseRef(record.item);
      return item.ok ? item.value : null;
    },
  };
}

/** Whoever began before the conversation got another name has the old one in its token. */
async function tokenOf(records: Records, key: string): Promise<StoredRecord | null> {
  const own = await records.get(KIND, key);
  if (own !== null) return own;
  const name = await nameAfter(records, key);
  return name === null ? null : records.get(KIND, refKey(name));
}

/** A token that was not stored would be refused at its first claim. */
async function replace(records: Records, key: string, value: TokenRecord): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const current = await records.get(KIND, key);
    const saved = await records.put(KIND, key, { value, expectedRevision: current?.revision ?? null });
    if (saved === 'ok') return;
  }
  throw new LoopError('SERVICE_RECORD_CONTENDED', 'the token of a conversation could not be stored', {
    remedy: 'comment on the work item again',
  });
}
