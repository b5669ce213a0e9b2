import { LoopError, type PendingEffect, safeParseRef } from '@the-loop/graph-core';
import { type EffectPerformer, type EffectResult } from '@the-loop/graph-runtime';
import { type GithubOperations, operationKey, operationMarker, splitRef, stamp } from '@the-loop/integrations-github';

/** Performs effects at once, as a verb at a terminal does: there is no outbox and no session. */
export interface DirectPerformerOptions {
  readonly github: GithubOperations;
  readonly secret: () => string;
  readonly now: () => number;
}

export function createDirectPerformer(options: DirectPerformerOptions): EffectPerformer {
  return {
    async perform(_address, pending, signal) {
      try {
        return await write(options, pending, signal);
      } catch (error) {
        if (error instanceof LoopError)
          return { kind: 'failed', error: [error.message, error.remedy].filter(Boolean).join(' ') };
        throw error;
      }
    },
  };
}

async function write(
  { github, secret, now }: DirectPerformerOptions,
  pending: PendingEffect,
  signal: AbortSignal,
): Promise<EffectResult> {
  const { effect, key } = pending;
  const done = (more: object = {}): EffectResult => ({
    kind: 'done',
    done: { at: new Date(now()).toISOString(), ...more },
  });
  switch (effect.kind) {
    case 'comment': {
      const ref = refOf(effect.ref);
      const opKey = operationKey(secret(), `${effect.ref}:${key}`);
      const found =
        pending.attempts > 0 ? await github.findComment(ref, { marker: operationMarker(opKey) }, { signal }) : null;
      const posted = found ?? (await github.addComment(ref, stamp(effect.body, { opKey }), { signal }));
      return done({ id: posted.id, url: posted.url, by: posted.author?.login ?? '' });
    }
    case 'phase-label':
      await github.syncLabelGroup(refOf(effect.ref), { prefix: effect.prefix, label: effect.label }, { signal });
      return done();
    case 'assignment':
    case 'notify':
    case 'log':
    case 'feedback':
      // Nobody is to be told at a terminal: whoever runs the verb reads its output.
      return done();
  }
}

function refOf(text: string) {
  const ref = safeParseRef(text);
  return ref.ok ? ref.value : { provider: 'github', ...splitRef(text) };
}
