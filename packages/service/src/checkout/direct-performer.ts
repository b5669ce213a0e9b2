import { type CommentEffect, LoopError, type PendingEffect, safeParseRef } from '@the-loop/graph-core';
import { type EffectPerformer, type EffectResult } from '@the-loop/graph-runtime';
import { type GithubOperations, operationKey, operationMarker, splitRef, stamp } from '@the-loop/integrations-github';

export interface DirectPerformerOptions {
  readonly github: GithubOperations;
  /** Hex text of the state root's key for operation markers. */
  readonly secret: () => string;
  readonly now: () => number;
}

/** Performs effects at once, as a verb at a terminal does: there is no outbox and no session. */
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
  options: DirectPerformerOptions,
  pending: PendingEffect,
  signal: AbortSignal,
): Promise<EffectResult> {
  const { effect } = pending;
  const at = new Date(options.now()).toISOString();
  if (effect.kind === 'comment')
    return { kind: 'done', done: { at, ...(await post(options, { pending, effect }, signal)) } };
  if (effect.kind === 'phase-label') {
    const { prefix, label } = effect;
    await options.github.syncLabelGroup(refOf(effect.ref), { prefix, label }, { signal });
  }
  // Assignments and notifications are for services: whoever runs a verb at a terminal reads its output.
  return { kind: 'done', done: { at } };
}

async function post(
  { github, secret }: DirectPerformerOptions,
  { pending, effect }: { readonly pending: PendingEffect; readonly effect: CommentEffect },
  signal: AbortSignal,
): Promise<{ readonly id: string; readonly url: string; readonly by: string }> {
  const ref = refOf(effect.ref);
  const opKey = operationKey(secret(), `${effect.ref}:${pending.key}`);
  const marker = operationMarker(opKey);
  const found = pending.attempts > 0 ? await github.findComment(ref, { marker }, { signal }) : null;
  const posted = found ?? (await github.addComment(ref, stamp(effect.body, { opKey }), { signal }));
  return { id: posted.id, url: posted.url, by: posted.author?.login ?? '' };
}

function refOf(text: string) {
  const ref = safeParseRef(text);
  return ref.ok ? ref.value : { provider: 'github', ...splitRef(text) };
}
