import { formatRef } from '@the-loop/graph-core';
import { type Reason, reasonSentence } from './reasons.ts';
import { type Reply } from './reply.ts';
import { type Situation } from './situation.ts';

/** The command was carried out. */
export function acknowledged(): readonly Reply[] {
  return [{ kind: 'reaction', content: '+1' }];
}

/** The event was taken in. */
export function noticed(): readonly Reply[] {
  return [{ kind: 'reaction', content: 'eyes' }];
}

/** The command was refused: a sign, and the reason in one sentence on the thread. */
export function explained(situation: Situation, reason: Reason): readonly Reply[] {
  const on = situation.event.entity.ref ?? situation.target;
  const sign: Reply = { kind: 'reaction', content: 'confused' };
  if (on === null || situation.command === null) return [sign];
  const text = `\`the-loop ${situation.command}\` was not carried out. ${reasonSentence(reason)}`;
  return [
    sign,
    { kind: 'comment', on: formatRef(on), purpose: 'hint', topic: `refused:${reason}`, text, once: 'delivery' },
  ];
}

/** A phrase that stands inside other text: one hint per thread and day. */
export function nearMissHint({ event }: Situation): readonly Reply[] {
  if (event.command.kind !== 'near-miss' || event.entity.ref === null) return [];
  const text = `That was not read as a command: \`the-loop ${event.command.command}\` must stand on a line of its own.`;
  return [
    { kind: 'reaction', content: 'confused' },
    { kind: 'comment', on: formatRef(event.entity.ref), purpose: 'hint', topic: 'near-miss', text, once: 'day' },
  ];
}
