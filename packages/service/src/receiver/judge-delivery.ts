import { LoopError } from '@the-loop/graph-core';

/** What arrived, before anything is believed of it. Header names are lower case. */
export interface RawDelivery {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

/** What a delivery is worth. Refusals name the status that GitHub is answered with. */
export type Judgement =
  | {
      readonly kind: 'accepted';
      readonly event: string;
      readonly guid: string;
      readonly hook: string;
      readonly host: string;
    }
  | { readonly kind: 'ping' }
  | {
      readonly kind: 'refused';
      readonly status: 400 | 401 | 415;
      readonly reason: RefusalReason;
      readonly message: string;
    };

export type RefusalReason = 'invalid-signature' | 'invalid-headers' | 'unsupported-media-type' | 'invalid-payload';

const EVENT = /^[a-z_]{1,64}$/;
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HOOK = /^\d{1,20}$/;
const HOST = /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/;

/**
 * Judges one delivery: the signature over the raw bytes first, then event name, delivery id, content type and a JSON object.
 * The headers are GitHub's: https://docs.github.com/en/webhooks/webhook-events-and-payloads#delivery-headers
 */
export function judgeDelivery(raw: RawDelivery, verify: (body: Uint8Array, header: string) => boolean): Judgement {
  if (!verify(raw.body, header(raw, 'x-hub-signature-256'))) {
    return refused(
      401,
      'invalid-signature',
      'the signature does not match; check that the hook and the service share one secret',
    );
  }
  const event = header(raw, 'x-github-event');
  if (!EVENT.test(event)) return refused(400, 'invalid-headers', 'X-GitHub-Event is missing or malformed');
  const guid = header(raw, 'x-github-delivery');
  if (!GUID.test(guid)) return refused(400, 'invalid-headers', 'X-GitHub-Delivery is missing or not a UUID');
  if (!/^application\/json\s*(?:;|$)/i.test(header(raw, 'content-type'))) {
    return refused(415, 'unsupported-media-type', 'set the content type of the hook to application/json');
  }
  if (!isJsonObject(raw.body)) return refused(400, 'invalid-payload', 'the body is not a JSON object in UTF-8');
  if (event === 'ping') return { kind: 'ping' };
  return { kind: 'accepted', event, guid: guid.toLowerCase(), hook: hookOf(raw), host: hostOf(raw) };
}

function refused(status: 400 | 401 | 415, reason: RefusalReason, message: string): Judgement {
  return { kind: 'refused', status, reason, message };
}

function header(raw: RawDelivery, name: string): string {
  const value = raw.headers[name];
  return typeof value === 'string' ? value : '';
}

function hookOf(raw: RawDelivery): string {
  const hook = header(raw, 'x-github-hook-id');
  return HOOK.test(hook) ? hook : '-';
}

function hostOf(raw: RawDelivery): string {
  const host = header(raw, 'x-github-enterprise-host').toLowerCase();
  return HOST.test(host) ? host : 'github.com';
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function isJsonObject(body: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(decoder.decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return false;
    throw new LoopError('SERVICE_RECEIVER_FAULT', 'the body could not be examined', { cause: error });
  }
}
