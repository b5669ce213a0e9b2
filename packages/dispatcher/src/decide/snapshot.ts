import { type WorkItemRef } from '@the-loop/graph-core';
import { type Command, type RefMove } from '@the-loop/router';
import { type SessionMode, type SessionRecord } from '@the-loop/sessions';
import { type CheckoutState } from '../ports.ts';
import { type RefText } from './effect.ts';

/** What the operator decided that deciding depends on. */
export interface DecisionPolicy {
  /**
   * `commanded`: an authorized start arms the item. `labeled`: the label arms it. `always`: everything is armed.
   * `never`: nothing spawns.
   */
  readonly spawn: 'commanded' | 'labeled' | 'always' | 'never';
  readonly controlEnabled: boolean;
  readonly requireStart: boolean;
  readonly sessionPerPr: SessionMode;
}

/** A session record with its item's ref read once. Closed ones are listed too. */
export interface KnownSession {
  readonly item: WorkItemRef;
  readonly record: SessionRecord;
}

/** Where a work item stands in its graph; `unknown` when the graph could not be asked. */
export interface ItemProgress {
  readonly terminal: boolean | 'unknown';
  readonly atHumanGate: boolean;
}

/**
 * Everything known at the moment of deciding, as plain data. Maps are keyed by {@link refKey}. What is absent was not
 * needed for this event.
 */
export interface Snapshot {
  /** Records that own a ref of the event, by their own name or by a binding. */
  readonly sessions: readonly KnownSession[];
  /** The last recorded command. */
  readonly control: Readonly<Record<string, Command>>;
  /** Choices frozen with the item's phase selection; a value that is no mode is ignored. */
  readonly frozen: Readonly<Record<string, { readonly sessionPerPr?: unknown }>>;
  /** Keys of weak refs that a definitive answer calls missing. */
  readonly missing: readonly string[];
  /** Refs of the event that have another name now, while `item` keeps something under the old one; absent without any. */
  readonly moved?: readonly {
    readonly item: RefText;
    readonly from: RefText;
    readonly to: RefText;
    readonly of: RefMove['of'];
  }[];
  readonly progress: Readonly<Record<string, ItemProgress>>;
  /** Who closed the issue of an `issue-closed` event; `unknown` when GitHub could not be asked. */
  readonly closer: 'person' | 'merge' | 'unknown';
  /** The same happening was already handled in this lane. */
  readonly duplicate: 'delivery' | 'body' | 'logical' | null;
  /** Whether the target carries the arming label, where the event is about something else; absent when nobody asked. */
  readonly targetLabeled?: boolean | 'unknown';
  /** What the target of a `cleanup` command holds on this machine; absent for every other event. */
  readonly checkouts?: CheckoutState;
  /** A pull request can have a checkout of its own. */
  readonly workspace: boolean;
  readonly policy: DecisionPolicy;
}
