import {
  type AssignmentEffect,
  formatRef,
  type LoopAddress,
  type NotifyEffect,
  type PendingEffect,
  type RemoteWrite,
  refKey,
  safeParseRef,
  type WorkItemRef,
} from '@the-loop/graph-core';
import { type EffectPerformer, type EffectResult } from '@the-loop/graph-runtime';
import { type Outbox, type Turns } from '@the-loop/store';
import { writeKey } from '../github/write-key.ts';
import { type EffectSource, type WritePayload } from '../github/write-payload.ts';
import { type Told } from '../wiring/notify.ts';

/** Where effects of the graph go in a service: writes to the outbox, assignments to the turns, both durable and each once. */
export interface EffectPerformerOptions {
  readonly item: WorkItemRef;
  readonly outbox: Pick<Outbox, 'put'>;
  readonly turns: Pick<Turns, 'put'>;
  /** The conversation that works on a loop; null when there is none (any longer). */
  readonly endpointOf: (address: LoopAddress) => Promise<WorkItemRef | null>;
  /** The prompt that carries an assignment. */
  readonly promptFor: (address: LoopAddress, endpoint: WorkItemRef, assignment: string) => Promise<string>;
  readonly notify: (effect: NotifyEffect) => Promise<Told>;
  readonly now: () => number;
  readonly nudge: { turns(): void; outbox(): void };
}

const DEFERRED: EffectResult = { kind: 'deferred' };

/** Performs by storing. Asking again with the same effect stores nothing new. */
export function createEffectPerformer(options: EffectPerformerOptions): EffectPerformer {
  return {
    async perform(address, pending) {
      const { effect } = pending;
      switch (effect.kind) {
        case 'comment':
        case 'phase-label':
        case 'reviewers':
        case 'minimize':
          return putWrite(options, { address, pending, effect });
        case 'assignment':
          return putAssignment(options, { address, pending, effect });
        case 'notify':
          return toldAt(options, await options.notify(effect));
        case 'log':
        case 'feedback':
          return { kind: 'failed', error: 'a file of the item is written by the runtime itself' };
      }
    },
  };
}

function doneAt({ now }: Pick<EffectPerformerOptions, 'now'>): EffectResult {
  return { kind: 'done', done: { at: new Date(now()).toISOString() } };
}

function toldAt(options: Pick<EffectPerformerOptions, 'now'>, told: Told): EffectResult {
  return told.kind === 'told' ? doneAt(options) : { kind: 'failed', error: told.error };
}

interface Write {
  readonly address: LoopAddress;
  readonly pending: PendingEffect;
  readonly effect: RemoteWrite;
}

async function putWrite(options: EffectPerformerOptions, { address, pending, effect }: Write): Promise<EffectResult> {
  const ref = safeParseRef(effect.ref);
  if (!ref.ok) {
    return {
      kind: 'failed',
      error: `${JSON.stringify(effect.ref)} is no ref: pass --ref, or declare ticketing.github in .the-loop/harness-config.yaml`,
    };
  }
  const tried = pending.attempts > 0;
  const source: EffectSource = {
    kind: 'effect',
    item: formatRef(options.item),
    address,
    effectKey: pending.key,
    tried,
  };
  const key = writeKey(ref.value, pending.key);
  const createdAt = options.now();
  await options.outbox.put([
    {
      key,
      lane: refKey(options.item),
      host: ref.value.host,
      kind: payloadOf(effect).kind,
      payload: payloadOf(effect),
      createdAt,
      source,
    },
  ]);
  options.nudge.outbox();
  return DEFERRED;
}

function payloadOf(effect: RemoteWrite): WritePayload {
  const { ref } = effect;
  switch (effect.kind) {
    case 'comment':
      return { kind: 'comment', ref, body: effect.body, purpose: effect.purpose };
    case 'phase-label':
      return { kind: 'label', ref, prefix: effect.prefix, label: effect.label, known: effect.known ?? [] };
    case 'reviewers':
      return { kind: 'reviewers', ref, logins: effect.logins };
    case 'minimize':
      return { kind: 'minimize', ref, id: effect.id };
  }
}

interface Assignment {
  readonly address: LoopAddress;
  readonly pending: PendingEffect;
  readonly effect: AssignmentEffect;
}

/** A node that waits for people assigns nothing to an agent: nobody is started only to be told to wait. */
async function putAssignment(
  options: EffectPerformerOptions,
  { address, pending, effect }: Assignment,
): Promise<EffectResult> {
  if (effect.human) return doneAt(options);
  const endpoint = await options.endpointOf(address);
  if (endpoint === null) return { kind: 'failed', error: 'no session works on this loop' };
  await options.turns.put([
    {
      key: `${refKey(options.item)}:${pending.key}`,
      endpoint: refKey(endpoint),
      lane: refKey(options.item),
      kind: 'assignment',
      prompt: await options.promptFor(address, endpoint, effect.text),
      createdAt: options.now(),
    },
  ]);
  options.nudge.turns();
  return doneAt(options);
}
