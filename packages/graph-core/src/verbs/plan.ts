import { type Effect } from '../hook/effect.ts';
import { type Fact, type FactSource, type Principal } from '../state/fact.ts';

/** Who asks, when, and from which source. */
export interface Stamp {
  readonly at: string;
  readonly by: Principal;
  readonly source: FactSource;
}

/** An effect with the hook (or verb) and node that asked for it; keys are given on commit. */
export interface PlannedEffect {
  readonly hook: string;
  readonly node: string;
  readonly boundary: 'entry' | 'exit' | 'verb';
  readonly effect: Effect;
  /** Tells apart several effects of one hook at one boundary; absent means the first. */
  readonly index?: number;
}

/** What a verb says about one node. */
export interface NodeReport {
  readonly node: string;
  readonly status: 'pass' | 'wait' | 'block' | 'skip' | 'escalated' | 'refused' | 'noop';
  readonly outcome: string;
  /** Findings and warnings, one line each, in our own words. */
  readonly messages: readonly string[];
  readonly forced: boolean;
  readonly attempts: number;
  /** Why it was refused or did nothing; empty otherwise. */
  readonly reason: string;
  /** Whether the pointer changed. */
  readonly moved: boolean;
  /** The pointer afterwards. */
  readonly currentNode: string;
  /** The gate passed without having anything to check. */
  readonly vacuous?: boolean;
}

/** What a verb decided: facts to append, effects to store with them, and what to tell the caller. Nothing has happened yet. */
export interface Plan<Report = NodeReport> {
  readonly facts: readonly Fact[];
  readonly effects: readonly PlannedEffect[];
  /** The node whose entry chain is to run before the commit; null when the pointer does not move. */
  readonly enters: string | null;
  readonly report: Report;
}
