import { createHmac, timingSafeEqual } from 'node:crypto';

const HEADER = /^sha256=([0-9a-f]{64})$/;

/**
 * True when `header` (`X-Hub-Signature-256`) is the HMAC-SHA-256 of the raw body under one of the secrets.
 *
 * Two secrets allow rotation. An empty secret signs nothing. The digests are compared in constant time.
 * See https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 */
export function verifySignature(
  secret: string | readonly string[],
  rawBody: string | Uint8Array,
  header: string | null | undefined,
): boolean {
  const hex = HEADER.exec(header ?? '')?.[1];
  if (hex === undefined) return false;
  const given = Buffer.from(hex, 'hex');
  const secrets = typeof secret === 'string' ? [secret] : secret;
  return secrets.map((one) => one !== '' && timingSafeEqual(digest(one, rawBody), given)).includes(true);
}

function digest(secret: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(body).digest();
}
