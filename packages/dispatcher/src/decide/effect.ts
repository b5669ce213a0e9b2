import { type Closing, type Command, type RefMove } from '@the-loop/router';

/** A work item or pull request, as {@link formatRef} writes it. */
export type RefText = string;

/**
 * One thing to be done about a delivery. Effects are plain data: they are stored with the row before the first one is
 * carried out, and carried out in their order, each once per (delivery, index).
 */
export type Effect =
  /** Register a session for the item, prepare its checkout, enter its graph. */
  | { readonly kind: 'spawn'; readonly item: RefText; readonly command: Command | null }
  /** Consult the gates about the event, then hand it to the conversation of `endpoint`. */
  | { readonly kind: 'deliver'; readonly item: RefText; readonly endpoint: RefText }
  /** Record that the pull request delivers the item; opens a closed binding again. */
  | { readonly kind: 'bind'; readonly item: RefText; readonly pullRequest: RefText }
  /** Give the pull request a conversation and an inner loop of its own. */
  | { readonly kind: 'spawn-endpoint'; readonly item: RefText; readonly pullRequest: RefText }
  | { readonly kind: 'record-control'; readonly item: RefText; readonly command: Command }
  | { readonly kind: 'pause'; readonly item: RefText }
  | { readonly kind: 'resume'; readonly item: RefText }
  /** End every conversation of the item. `forget` also forgets its recorded command. The checkout stays. */
  | { readonly kind: 'close'; readonly item: RefText; readonly cause: 'stop' | Closing; readonly forget: boolean }
  /** Release what the item holds on this machine. Unsaved work is removed only when `confirmed`. */
  | {
      readonly kind: 'cleanup';
      readonly item: RefText;
      readonly cause: 'command' | Closing;
      readonly confirmed: boolean;
    }
  /** Keep the checkout of an ended item, because nobody who may destroy it asked. */
  | { readonly kind: 'defer-cleanup'; readonly item: RefText; readonly why: DeferralCause; readonly closing: Closing }
  /** The pull request ended: end its conversation, record a merge, look at the outer gate once. */
  | {
      readonly kind: 'close-endpoint';
      readonly item: RefText;
      readonly pullRequest: RefText;
      readonly merged: boolean;
    }
  /** Something closed and the item's session goes on. */
  | { readonly kind: 'keep-open'; readonly item: RefText; readonly closed: RefText; readonly closing: Closing }
  /** The ref rested on a branch name and does not exist. */
  | { readonly kind: 'drop-ref'; readonly ref: RefText }
  /** Let the human gates that `endpoint` may answer read the event's words. */
  | {
      readonly kind: 'hand-to-graph';
      readonly item: RefText;
      readonly endpoint: RefText;
      readonly command: Command | null;
    }
  /** The item, or its pull request `from`, has another name now: everything that is kept of it follows. */
  | {
      readonly kind: 'rekey';
      readonly item: RefText;
      readonly from: RefText;
      readonly to: RefText;
      readonly of: RefMove['of'];
    };

export type EffectKind = Effect['kind'];

/** Why a checkout is kept although its item ended. */
export type DeferralCause = 'no-actor' | 'unauthorized-actor';
