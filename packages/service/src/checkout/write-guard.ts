import { type HarnessConfig } from '@the-loop/config';
import { formatRef, isRemoteWrite, type PendingEffect, safeParseRef, type WorkItemRef } from '@the-loop/graph-core';
import { type EffectPerformer } from '@the-loop/graph-runtime';
import { type Origin, originAt } from './origin-of.ts';

/** What decides where a verb at a terminal may write. */
export interface WriteGuardOptions {
  /** The repository's folder. */
  readonly repo: string;
  readonly harness: HarnessConfig;
  /** `owner/repo` of each repository beside the origin that the operator lets verbs write to. */
  readonly writable: readonly string[];
  /** The ref that was passed with the verb; empty when none was. */
  readonly ref: string;
}

/**
 * Writes to the origin of the checkout only, where neither a passed ref nor the operator names another repository: what is
 * committed to a repository does not decide where comments go. A checkout without an origin is what it declares itself to be.
 */
export function guardWrites(performer: EffectPerformer, options: WriteGuardOptions): EffectPerformer {
  return {
    async perform(address, pending, signal) {
      const target = targetOf(pending);
      if (target === null) return performer.perform(address, pending, signal);
      const origin = await originAt(options.repo);
      if (mayWrite(target, origin, options)) return performer.perform(address, pending, signal);
      return { kind: 'failed', error: refusal(target, origin) };
    },
  };
}

/** Null for what writes to no repository, and for a ref that the performer refuses itself. */
function targetOf({ effect }: PendingEffect): WorkItemRef | null {
  if (!isRemoteWrite(effect)) return null;
  const ref = safeParseRef(effect.ref);
  return ref.ok ? ref.value : null;
}

function mayWrite(target: WorkItemRef, origin: Origin, { harness, writable, ref }: WriteGuardOptions): boolean {
  if (isRepository(target, homeOf(origin, harness)) && target.host === 'github.com') return true;
  if (writable.some((slug) => isRepository(target, slug))) return true;
  const passed = safeParseRef(ref);
  return passed.ok && passed.value.host === target.host && isRepository(target, slugOf(passed.value));
}

function homeOf(origin: Origin, { ticketing: { github } }: HarnessConfig): string {
  if (origin.kind === 'github') return origin.slug;
  return origin.kind === 'none' && github !== undefined ? `${github.owner}/${github.repo}` : '';
}

function refusal(target: WorkItemRef, origin: Origin): string {
  const slug = slugOf(target);
  const home = origin.kind === 'github' ? origin.slug : 'another';
  return `${slug} is not the repository that this checkout comes from (${home}), so nothing is written there. Pass --ref ${formatRef(target)}, or list ${slug} under policy.writableRepositories in the operator's configuration.`;
}

function slugOf({ owner, repo }: WorkItemRef): string {
  return `${owner}/${repo}`;
}

function isRepository(target: WorkItemRef, slug: string): boolean {
  return slugOf(target).toLowerCase() === slug.toLowerCase();
}
