import { LoopError } from '@the-loop/graph-core';
import { type Delivery } from '@the-loop/store';
import { type DispatcherErrorCode } from '../errors.ts';

/** The payload of a stored delivery. Throws `DISPATCH_BODY_UNREADABLE`. */
export function payloadOf({ body, guid }: Pick<Delivery, 'body' | 'guid'>): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new LoopError<DispatcherErrorCode>('DISPATCH_BODY_UNREADABLE', `the body of delivery ${guid} is not JSON`, {
      remedy: 'Run: the-loop deliveries drop <id>',
      cause,
    });
  }
}
