import { createHash, timingSafeEqual } from 'node:crypto';

/** A session's key to the-loop's API. Only the digest is stored. */
export interface AgentToken {
  /** Goes into the session's environment and nowhere else. */
  readonly token: string;
  /** SHA-256 of the token, lower-case hex. */
  readonly digest: string;
}

/** Begins every agent's token, so that one is recognised where it does not belong. */
export const AGENT_TOKEN_PREFIX = 'tla_';

const TOKEN = /^tla_[A-Za-z0-9_-]{43}$/;

/** A fresh token of 32 random bytes, taken from the given source. */
export function mintAgentToken(randomBytes: (count: number) => Uint8Array): AgentToken {
  const token = `${AGENT_TOKEN_PREFIX}${Buffer.from(randomBytes(32)).toString('base64url')}`;
  return { token, digest: digestOf(token) };
}

/** Whether a presented text is the token with this digest. Takes the same time wherever they differ. */
export function agentTokenMatches(presented: string, digest: string): boolean {
  if (!TOKEN.test(presented) || !/^[0-9a-f]{64}$/.test(digest)) return false;
  return timingSafeEqual(Buffer.from(digestOf(presented), 'hex'), Buffer.from(digest, 'hex'));
}

/** The digest under which a token is looked up. */
function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
