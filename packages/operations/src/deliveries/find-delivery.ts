import { LoopError } from '@the-loop/graph-core';
import { type Delivery, type Inbox } from '@the-loop/store';
import * as v from 'valibot';
import { type Parameter } from '../define-operation.ts';
import { type OperationErrorCode } from '../errors.ts';

/** The input of a verb about one delivery. */
export const deliveryEntries = { id: v.pipe(v.string(), v.nonEmpty('name a delivery'), v.maxLength(200)) };

export const deliveryArgument: Parameter = {
  kind: 'argument',
  key: 'id',
  help: 'its number in `the-loop deliveries list`, or the id that GitHub gave it',
};

/** The delivery of that number or GitHub id. Throws `OPERATION_DELIVERY_UNKNOWN`. */
export async function findDelivery(inbox: Pick<Inbox, 'get' | 'find'>, name: string): Promise<Delivery> {
  const id = /^\d{1,15}$/.test(name) ? Number(name) : (await inbox.find(name))?.id;
  const found = id === undefined ? null : await inbox.get(id);
  if (found !== null) return found;
  throw new LoopError<OperationErrorCode>(
    'OPERATION_DELIVERY_UNKNOWN',
    `no delivery ${JSON.stringify(name.slice(0, 64))} is stored`,
    { remedy: 'the-loop deliveries list' },
  );
}

/** Refuses what a delivery is not in a state for. */
export function wrongStatus(what: string, remedy: string): LoopError<OperationErrorCode> {
  return new LoopError('OPERATION_DELIVERY_STATUS', what, { remedy });
}
