import { fail, ok, type Result } from '@the-loop/graph-core';

/** Headers by lower-case name, as node:http gives them. */
export type HeaderBag = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What the headers of a delivery say. They are outside the signature: trust them only to tell deliveries apart. */
export interface DeliveryHeaders {
  /** UUID, in lower case. A redelivery keeps it. */
  readonly guid: string;
  readonly event: string;
  /** Empty when GitHub did not send it. */
  readonly hookId: string;
  readonly signature: string | null;
}

export type DeliveryHeaderProblem = 'delivery-missing' | 'delivery-malformed' | 'event-missing' | 'event-malformed';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const EVENT = /^[a-z_]{1,64}$/;
const HOOK = /^\d{1,20}$/;

/** Reads and checks the headers of a webhook delivery. */
export function readDeliveryHeaders(headers: HeaderBag): Result<DeliveryHeaders, DeliveryHeaderProblem> {
  const guid = one(headers, 'x-github-delivery')?.toLowerCase();
  const event = one(headers, 'x-github-event');
  if (guid === undefined) return fail('delivery-missing');
  if (!GUID.test(guid)) return fail('delivery-malformed');
  if (event === undefined) return fail('event-missing');
  if (!EVENT.test(event)) return fail('event-malformed');
  const hook = one(headers, 'x-github-hook-id') ?? '';
  return ok({
    guid,
    event,
    hookId: HOOK.test(hook) ? hook : '',
    signature: one(headers, 'x-hub-signature-256') ?? null,
  });
}

function one(headers: HeaderBag, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
