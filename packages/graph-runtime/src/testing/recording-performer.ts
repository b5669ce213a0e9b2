import { safeParseRef } from '@the-loop/graph-core';
import { type EffectPerformer, type EffectResult } from '../effects/effect-performer.ts';

/** A performer that writes down what it would have written to GitHub, and can be made to fail. */
export interface RecordingPerformer extends EffectPerformer {
  /** `['comment', ref]` and `['label', label]`, in order. */
  readonly written: [string, string][];
  /** Posted comments; the id of one is its position, counted from 1. */
  readonly bodies: string[];
  readonly failing: Set<string>;
}

const malformed =
  "malformed work item ref, expected '[<provider>:]<owner>/<repo>#<number>'. Pass --ref, or declare ticketing.github";

/** Comments and labels are recorded; everything else is left to somebody else. */
export function createRecordingPerformer(): RecordingPerformer {
  const written: [string, string][] = [];
  const bodies: string[] = [];
  const failing = new Set<string>();

  function write(operation: string, ref: string, record: [string, string]): EffectResult {
    const posted = operation === 'addComment' ? { id: String(bodies.length + 1) } : {};
    if (!safeParseRef(ref).ok) return { kind: 'failed', error: malformed };
    if (failing.has(operation)) return { kind: 'failed', error: 'GITHUB_UNAVAILABLE: GitHub answered 503' };
    written.push(record);
    return { kind: 'done', done: { at: '2026-01-01T00:00:00Z', ...posted, by: 'the-loop-bot' } };
  }

  return {
    written,
    bodies,
    failing,
    perform(_address, { effect }) {
      if (effect.kind === 'comment') {
        const result = write('addComment', effect.ref, ['comment', effect.ref]);
        if (result.kind === 'done') bodies.push(effect.body);
        return Promise.resolve(result);
      }
      if (effect.kind === 'phase-label')
        return Promise.resolve(write('setLabels', effect.ref, ['label', effect.label]));
      return Promise.resolve({ kind: 'deferred' });
    },
  };
}
