const HIDDEN = '[redacted]';

/** What is a secret by its shape. Every quantifier is bounded or stops at a character its follower begins with. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g, HIDDEN],
  [/\bgh[a-z]_[A-Za-z0-9_]{16,}/g, HIDDEN],
  [/\bgithub_pat_[A-Za-z0-9_]{16,}/g, HIDDEN],
  [/\bv1\.[0-9a-f]{40}\b/g, HIDDEN],
  [/\bsk-[A-Za-z0-9_-]{16,}/g, HIDDEN],
  [/\bxox[a-z]-[A-Za-z0-9-]{8,}/g, HIDDEN],
  [/\bxapp-[A-Za-z0-9-]{8,}/g, HIDDEN],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, HIDDEN],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?/g, HIDDEN],
  [/(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9/_-]+/g, `$1${HIDDEN}`],
  [/(:\/\/)[^\s/@?#]{1,512}@/g, `$1${HIDDEN}@`],
  [/\b(bearer|basic)\s{1,4}[A-Za-z0-9._~+/=-]{6,}/gi, `$1 ${HIDDEN}`],
  [
    /\b((?:proxy-)?authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:token\s{1,4})?)(?!bearer\s|basic\s|token\s)[^\s"',;]{4,}/gi,
    `$1${HIDDEN}`,
  ],
  [
    /((?:token|secret|passwd|password|passphrase|api[_-]?key|cookie|signature)["']?\s{0,4}[:=]\s{0,4}["']?)(?!\[redacted\])[^\s"',;&]{6,}/gi,
    `$1${HIDDEN}`,
  ],
];

/**
 * The text without what looks like a secret: GitHub, Slack, cloud and model tokens, `Authorization` values, user names
 * and passwords in URLs, private keys, JWTs, and what follows `token=`, `secret:` and their like.
 */
export function redact(text: string): string {
  let clean = text;
  for (const [shape, replacement] of SHAPES) clean = clean.replace(shape, replacement);
  return clean;
}
