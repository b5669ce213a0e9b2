import { type LoopAddress } from '@the-loop/graph-core';

/**
 * What the answer about a node rests on. `artifacts`: its files were read now. `recorded`: a fact in the state file.
 * `confirmed`: a fact that the asking side holds itself or has read again at its source. `vacuous`: there was nothing
 * to check. `not-run`: a check that does not run here has not passed since the node was entered. `declared`: skipped.
 */
export type Provenance =
  | 'artifacts'
  | 'recorded'
  | 'confirmed'
  | 'unconfirmed'
  | 'vacuous'
  | 'not-run'
  | 'declared'
  | 'none';

/** What is known of one node. */
export interface NodeStatus {
  readonly node: string;
  readonly status: 'pass' | 'wait' | 'block' | 'skip';
  readonly outcome: string;
  readonly messages: readonly string[];
  readonly forced: boolean;
  readonly attempts: number;
  readonly provenance: Provenance;
  /** Who answered, with `@`; empty when nobody had to. */
  readonly by: readonly string[];
  readonly at: string;
}

/** Where a loop stands, and what stands between it and its end. */
export interface CheckReport {
  readonly workItem: string;
  readonly address: LoopAddress;
  readonly loop: string;
  /** The pointer, or the start of the loop before the first entry. */
  readonly currentNode: string;
  readonly started: boolean;
  /** Every node up to the current one passes or is skipped. */
  readonly ok: boolean;
  /** The loop is at its end, and `ok`. */
  readonly done: boolean;
  readonly parked: { readonly node: string; readonly reason: string; readonly since: string } | null;
  /** The current node while its gate has refused too often: since when, and after how many tries. The pointer stays there. */
  readonly escalated: { readonly node: string; readonly since: string; readonly attempts: number } | null;
  /** That the loop was given up: who said so, when and why; null while it goes on. */
  readonly abandoned: { readonly by: string; readonly at: string; readonly reason: string } | null;
  /** That the pull request of the loop was merged, and whether that counted as the approval; null before. */
  readonly merged: { readonly by: string; readonly at: string; readonly approves: boolean } | null;
  readonly nodes: readonly NodeStatus[];
  /** Ids of the nodes that the verdict is about. */
  readonly reached: readonly string[];
  readonly warnings: readonly string[];
  /** Writes to GitHub that are stored and not yet done. */
  readonly pendingWrites: number;
  /** Present and false when the repository could not be read; nothing else is known then. */
  readonly repoResolved?: false;
}

/** The answer for a repository that is not there. It names nothing of what is on the disk. */
export function unreadReport(workItem: string): CheckReport {
  return {
    workItem,
    address: { id: workItem },
    loop: '',
    currentNode: '',
    started: false,
    ok: false,
    done: false,
    parked: null,
    escalated: null,
    abandoned: null,
    merged: null,
    nodes: [],
    reached: [],
    warnings: [],
    pendingWrites: 0,
    repoResolved: false,
  };
}

/** Whether a loop meets what is asked of it so far. One that was never started meets nothing, whatever its first node would say. */
export function isSatisfied({ ok, started }: Pick<CheckReport, 'ok' | 'started'>): boolean {
  return ok && started;
}

/** Whether a check fails: on anything unmet, or only where a gate that was reached refuses. */
export function checkFails(report: CheckReport, failOn: 'unmet' | 'block'): boolean {
  if (report.repoResolved === false) return true;
  if (failOn === 'unmet') return !isSatisfied(report);
  const reached = new Set(report.reached);
  return report.nodes.some(({ node, status }) => reached.has(node) && status === 'block');
}
