import { type FaultBehaviour } from '../faults.ts';
import { type Reply } from './reply.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** What goes back: an answer, late or cut short if a fault says so; null for a cut connection. */
export interface Outcome {
  readonly reply: Reply | null;
  readonly delayMs: number;
  /** The connection closes in the middle of the body. */
  readonly isCut: boolean;
}

/** Whether the request is carried out although a fault strikes. */
export function leavesWrite(fault: FaultBehaviour | null): boolean {
  return fault === null || fault.kind === 'delay' || fault.applied === true;
}

/** What a fault makes of an answer; `reply` is null when the request was not carried out. */
export function strike(fault: FaultBehaviour | null, reply: Reply | null): Outcome {
  const whole = { delayMs: 0, isCut: false };
  if (fault === null) return { ...whole, reply };
  if (fault.kind === 'delay') return { ...whole, reply, delayMs: fault.ms };
  if (fault.kind === 'reset') return { ...whole, reply: null };
  if (fault.kind === 'status') {
    const body = typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body ?? { message: '' });
    return {
      ...whole,
      reply: { status: fault.status, headers: { 'content-type': JSON_TYPE, ...fault.headers }, body },
    };
  }
  const full = reply ?? { status: 200, headers: { 'content-type': JSON_TYPE }, body: '{"message":"nothing happened"}' };
  if (fault.kind === 'cut') return { ...whole, reply: full, isCut: true };
  return { ...whole, reply: { ...full, body: full.body.slice(0, Math.floor(full.body.length / 2)) } };
}
