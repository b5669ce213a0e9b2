import { type HarnessConfig } from '@the-loop/config';
import {
  formatRef,
  isRemoteWrite,
  LoopError,
  type PendingEffect,
  parseRef,
  type RemoteReader,
  safeParseRef,
  type WorkItemRef,
} from '@the-loop/graph-core';
import { type EffectPerformer } from '@the-loop/graph-runtime';
import { isCalled, nameOf } from '../config/repository-names.ts';
import { type ServiceErrorCode } from '../errors.ts';
import { type Origin, originAt } from './origin-of.ts';
import { readsAfter } from './reads-after.ts';

/** What decides where a verb at a terminal may write. */
export interface WriteGuardOptions {
  /** The repository's folder. */
  readonly repo: string;
  readonly harness: HarnessConfig;
  /** GitHubs of the operator's, beside github.com. */
  readonly hosts: readonly string[];
  /** Each repository beside the origin that the operator lets verbs write to: `owner/repo` on github.com, or `host/owner/repo`. */
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
      const origin = await originAt(options.repo, options.hosts);
      if (mayWrite(target, origin, options)) return performer.perform(address, pending, signal);
      return { kind: 'failed', error: refusal(target, origin) };
    },
  };
}

/**
 * Reads the repository that the harness configuration declares only where a verb may write there: what is committed to a
 * repository does not decide whose words, merges and links answer its gates. Throws `SERVICE_READ_REFUSED`.
 */
export function guardReads(remote: RemoteReader, options: WriteGuardOptions): RemoteReader {
  const { github } = options.harness.ticketing;
  const judge = async (refText: string): Promise<void> => {
    const target = parseRef(refText);
    // On whatever host: whether it is the declared one is judged with the host.
    if (github === undefined || !isSlug(target, `${github.owner}/${github.repo}`)) return;
    const origin = await originAt(options.repo, options.hosts);
    if (mayWrite(target, origin, options)) return;
    throw new LoopError<ServiceErrorCode>('SERVICE_READ_REFUSED', readRefusal(target, origin), {
      remedy: `pass --ref ${formatRef(target)}, or list ${nameOf(target)} under policy.writableRepositories`,
    });
  };
  return readsAfter(judge, remote);
}

function readRefusal(target: WorkItemRef, origin: Origin): string {
  const home = origin.kind === 'github' ? origin.slug : 'another repository';
  return `this checkout comes from ${home}, so nothing that is said or done in ${nameOf(target)} answers its gates`;
}

/** Null for what writes to no repository, and for a ref that the performer refuses itself. */
function targetOf({ effect }: PendingEffect): WorkItemRef | null {
  if (!isRemoteWrite(effect)) return null;
  const ref = safeParseRef(effect.ref);
  return ref.ok ? ref.value : null;
}

function mayWrite(target: WorkItemRef, origin: Origin, { harness, writable, ref }: WriteGuardOptions): boolean {
  const home = homeOf(origin, harness);
  const passed = safeParseRef(ref);
  const names = [...home, ...writable, ...(passed.ok ? [nameOf(passed.value)] : [])];
  return names.some((name) => isCalled(target, name));
}

/** What the checkout is of; empty where nobody knows. */
function homeOf(origin: Origin, { ticketing: { github } }: HarnessConfig): readonly string[] {
  if (origin.kind === 'github') return [`${origin.host}/${origin.slug}`];
  if (origin.kind === 'elsewhere' || github === undefined) return [];
  return [`${github.host ?? 'github.com'}/${github.owner}/${github.repo}`];
}

function refusal(target: WorkItemRef, origin: Origin): string {
  const name = nameOf(target);
  const home = origin.kind === 'github' ? origin.slug : 'another';
  return `${name} is not the repository that this checkout comes from (${home}), so nothing is written there. Pass --ref ${formatRef(target)}, or list ${name} under policy.writableRepositories in the operator's configuration.`;
}

function isSlug({ owner, repo }: WorkItemRef, slug: string): boolean {
  return `${owner}/${repo}`.toLowerCase() === slug.toLowerCase();
}
