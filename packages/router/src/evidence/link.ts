import { type WorkItemRef } from '@the-loop/graph-core';

/**
 * How a link became known. `branch` is the only source that can invent a work item: it names a number and no
 * repository. The others were stated by GitHub or by the author of the pull request.
 */
export type LinkSource = 'closing-reference' | 'branch' | 'keyword' | 'entity';

/** One observation that supports a link, for `explain`. Never shown to an agent. */
export type LinkEvidence =
  /** GitHub's own list of issues that the pull request closes; `index` counts from 0. */
  | { readonly source: 'closing-reference'; readonly index: number }
  /** The `issue-<n>` convention in a branch of the event's own repository. */
  | { readonly source: 'branch'; readonly branch: string; readonly at: string }
  /** A closing keyword in the pull request's description; `line` counts from 1. */
  | {
      readonly source: 'keyword';
      readonly verb: string;
      readonly form: 'local' | 'gh' | 'qualified' | 'url';
      readonly line: number;
    }
  /** The issue or pull request that the event is about, or one that a CI run lists. */
  | { readonly source: 'entity'; readonly at: string };

/** A work item that a delivery names, with everything that says so. */
export interface Link {
  readonly ref: WorkItemRef;
  /** Distinct, in order of discovery. */
  readonly sources: readonly LinkSource[];
  readonly evidence: readonly LinkEvidence[];
  /**
   * Would merging the pull request close this work item? Only a closing reference or keyword can, and only when
   * the base is the default branch; `unknown` where the payload does not tell the branches.
   */
  readonly closesOnMerge: boolean | 'unknown';
}
