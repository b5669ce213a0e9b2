import * as v from 'valibot';
import { stateAtoms } from './fact-schema.ts';

/** One effect that is still to be carried out. */
function createEffectSchema() {
  const { text } = stateAtoms();
  const purposes = [
    'phase-checklist',
    'goal-request',
    'confirmation',
    'review-request',
    'artifact',
    'audit',
    'hint',
    'acknowledgement',
    'announcement',
  ] as const;
  const comment = v.strictObject({ author: text, body: text, url: text });
  return v.variant('kind', [
    v.strictObject({
      kind: v.literal('comment'),
      ref: text,
      body: text,
      purpose: v.picklist(purposes),
      occasion: v.exactOptional(text),
    }),
    v.strictObject({
      kind: v.literal('phase-label'),
      ref: text,
      prefix: text,
      label: text,
      known: v.exactOptional(v.array(text)),
    }),
    v.strictObject({ kind: v.literal('reviewers'), ref: text, logins: v.array(text) }),
    v.strictObject({ kind: v.literal('minimize'), ref: text, id: text }),
    v.strictObject({ kind: v.literal('assignment'), node: text, human: v.boolean(), text }),
    v.strictObject({ kind: v.literal('notify'), event: text, roles: v.array(text), text }),
    v.strictObject({ kind: v.literal('log'), file: text, line: text }),
    v.strictObject({ kind: v.literal('feedback'), file: text, outcome: text, comments: v.array(comment) }),
  ]);
}

/** An effect with its key and what became of it so far. */
export function createPendingSchema() {
  const { text, time } = stateAtoms();
  return v.strictObject({
    key: text,
    hook: text,
    node: text,
    at: time,
    effect: createEffectSchema(),
    attempts: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    lastError: text,
  });
}

/** What is remembered of an effect that was carried out. */
export function createDoneSchema() {
  const { text, time } = stateAtoms();
  const maybe = v.exactOptional(text);
  return v.strictObject({ at: time, id: maybe, url: maybe, by: maybe });
}
