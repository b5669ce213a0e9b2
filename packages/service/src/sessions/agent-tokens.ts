import { randomBytes } from 'node:crypto';
import { formatRef, refKey, safeParseRef, type WorkItemRef } from '@the-loop/graph-core';
import { AGENT_TOKEN_PREFIX, agentTokenMatches, mintAgentToken } from '@the-loop/sessions';
import { type Records } from '@the-loop/store';

const KIND = 'agent-token';

/** Tokens of conversations: only digests are stored, and a new one ends the one before. */
export interface AgentTokens {
  readonly mint: (item: WorkItemRef, endpoint: WorkItemRef) => Promise<string>;
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
      const current = await records.get(KIND, key);
      await records.put(KIND, key, { value, expectedRevision: current?.revision ?? null });
      return `${minted.token}.${key}`;
    },
    async itemOf(presented) {
      if (!presented.startsWith(AGENT_TOKEN_PREFIX)) return null;
      const dot = presented.indexOf('.');
      if (dot < 0) return null;
      const stored = await records.get(KIND, presented.slice(dot + 1));
      if (stored === null) return null;
      // Written by `mint` alone.
      const record = stored.value as TokenRecord;
      if (!agentTokenMatches(presented.slice(0, dot), record.digest)) return null;
      const item = safeParseRef(record.item);
      return item.ok ? item.value : null;
    },
  };
}
