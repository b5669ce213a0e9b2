import path from 'node:path';
import { type OperatorConfig } from '@the-loop/config';
import { type GraphTarget, type SessionRecords } from '@the-loop/dispatcher';
import { type Emit } from '@the-loop/events';
import { formatRef, LoopError, type WorkItemRef } from '@the-loop/graph-core';
import { type VerbContext } from '@the-loop/graph-runtime';
import { GithubError, type GithubOperations } from '@the-loop/integrations-github';
import { type Records } from '@the-loop/store';
import { type IdentityPins } from '../github/identity-pins.ts';
import { createReviewReader } from '../github/review-reader.ts';
import { type GateHearingOptions, hearAgain } from '../graph/gate-hearing.ts';
import { createGatedHeads } from '../graph/gated-heads.ts';
import { createHeldWords } from '../graph/held-words.ts';
import { createStandingReviews } from '../graph/standing-reviews.ts';
import { isCommitOlder } from '../items/commit-age.ts';
import { type ComparedCommits, isSameWork } from '../items/same-work.ts';
import { checkoutOf, type ItemAccess } from './item-access.ts';

export interface GateHearingParts {
  readonly config: OperatorConfig;
  readonly github: GithubOperations;
  readonly records: Records;
  readonly sessions: SessionRecords;
  readonly items: ItemAccess;
  readonly pins: IdentityPins;
  /** What git runs with. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What gates hear, and for which reviews. */
export interface GateHearing extends GateHearingOptions {
  /** Whether a review of one commit of an item's pull request stands on another. */
  readonly isSameWork: (item: WorkItemRef, commits: ComparedCommits) => Promise<boolean>;
}

/** What gates hear beside the words of a delivery: held words from the store, reviews from GitHub. */
export function gateHearing(parts: GateHearingParts): GateHearing {
  const onItem: GateHearing['isSameWork'] = (item, commits) => sameWork(parts, item, commits);
  return {
    isSameWork: onItem,
    words: createHeldWords(parts.records),
    standing: createStandingReviews({
      read: createReviewReader(parts.github),
      isImpostor: parts.pins.isImpostor,
      isSameWork: onItem,
    }),
    heads: createGatedHeads({
      records: parts.records,
      isSameWork: (target, commits) => sameWorkAt(parts, target, commits),
      isOlder: (target, commit, than) => older(parts, target, { commit, than }),
    }),
  };
}

async function sameWork(
  { config, sessions, items, environment }: GateHearingParts,
  item: WorkItemRef,
  commits: ComparedCommits,
): Promise<boolean> {
  const session = await sessions.find(item);
  const directory = await items.directoryOf(item);
  if (session === null || directory === null) return false;
  const { cwd } = session.record;
  const relative = path.relative(cwd, directory).split(path.sep).join('/');
  return isSameWork({ cwd, directory: relative, ...commits, gitBinary: config.workspace.gitBinary, environment });
}

/** The commits of a loop's pull request are in its own checkout where it has one. */
async function sameWorkAt(
  parts: GateHearingParts,
  { item, address }: GraphTarget,
  commits: ComparedCommits,
): Promise<boolean> {
  if (address.prRepo === undefined) return sameWork(parts, item, commits);
  const verbs = await parts.items.verbsOf(item, { login: 'the-loop' });
  if (verbs === null) return false;
  const { config, environment } = parts;
  const cwd = await checkoutOf(parts.sessions, item, address);
  const directory = verbs.store.directory(address.id);
  return isSameWork({ cwd, directory, ...commits, gitBinary: config.workspace.gitBinary, environment });
}

async function older(
  { config, sessions, environment }: GateHearingParts,
  { item, address }: GraphTarget,
  asked: { readonly commit: string; readonly than: number },
): Promise<boolean> {
  const cwd = await checkoutOf(sessions, item, address);
  return isCommitOlder({ cwd, ...asked, gitBinary: config.workspace.gitBinary, environment });
}

export interface QuestionAsked {
  readonly hearing: GateHearingOptions;
  readonly verbsOf: (item: WorkItemRef) => Promise<VerbContext | null>;
  readonly emit: Emit;
}

/**
 * A gate's question is on the thread: what came before it is heard. Rejects while GitHub does not answer, so that it is tried
 * again with the write; any other fault is told, and the next event asks anew.
 */
export async function hearQuestion({ hearing, verbsOf, emit }: QuestionAsked, target: GraphTarget): Promise<void> {
  const verbs = await verbsOf(target.item);
  if (verbs === null) return;
  try {
    await hearAgain(hearing, { verbs, target });
  } catch (error) {
    if (error instanceof GithubError && error.retry !== 'never') throw error;
    const why = error instanceof LoopError ? error.message : 'the gate could not be asked';
    emit({ event: 'graph.link_failed', work_item: formatRef(target.item), action: 'hear', error: why });
  }
}
