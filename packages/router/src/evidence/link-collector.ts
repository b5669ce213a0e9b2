import { formatRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type Link, type LinkEvidence, type LinkSource } from './link.ts';

interface Gathered {
  readonly ref: WorkItemRef;
  readonly sources: Set<LinkSource>;
  readonly evidence: LinkEvidence[];
}

/** Gathers links in order of discovery; a later observation of the same work item adds to the earlier one. */
export interface LinkCollector {
  /** A `null` ref is no observation. */
  add(ref: WorkItemRef | null, evidence: LinkEvidence): void;
  links(): Link[];
}

/** What the gathered links have in common. */
export interface CollectorOptions {
  /** Left out wherever it is named: a pull request does not deliver itself. */
  readonly except?: WorkItemRef | null;
  /** What a stated link means for the merge of this pull request. */
  readonly closesOnMerge?: boolean | 'unknown';
}

export function createLinkCollector(options: CollectorOptions = {}): LinkCollector {
  const gathered = new Map<string, Gathered>();
  const except = options.except ?? null;
  return {
    add(ref, evidence) {
      if (ref === null || (except !== null && sameRef(ref, except))) return;
      const key = formatRef(ref).toLowerCase();
      const known = gathered.get(key) ?? { ref, sources: new Set(), evidence: [] };
      known.sources.add(evidence.source);
      known.evidence.push(evidence);
      gathered.set(key, known);
    },
    links() {
      return [...gathered.values()].map(({ ref, sources, evidence }) => ({
        ref,
        sources: [...sources],
        evidence,
        closesOnMerge: isStated(sources) ? (options.closesOnMerge ?? false) : false,
      }));
    },
  };
}

function isStated(sources: ReadonlySet<LinkSource>): boolean {
  return sources.has('closing-reference') || sources.has('keyword');
}
