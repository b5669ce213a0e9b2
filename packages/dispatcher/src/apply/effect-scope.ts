import { type Emit } from '@the-loop/events';
import { type RoutedEvent } from '@the-loop/router';
import { type Inbox, type Outbox, type Turns } from '@the-loop/store';
import { type Effect, type EffectKind } from '../decide/effect.ts';
import { type ItemMoves } from '../moves/item-move.ts';
import { type Clock, type Conversations, type GraphPort, type Workspaces } from '../ports.ts';
import { type AppliedRecord, type EffectResult } from '../records/applied-record.ts';
import { type SessionRecords } from '../records/session-records.ts';
import { type DispatchSettings } from '../settings.ts';

/** What carrying effects out needs of the world. */
export interface EffectPorts {
  readonly inbox: Pick<Inbox, 'list' | 'body' | 'requeue'>;
  readonly applied: AppliedRecord;
  readonly records: SessionRecords;
  readonly moves: ItemMoves;
  readonly graph: GraphPort;
  readonly workspaces: Workspaces;
  readonly conversations: Conversations;
  readonly turns: Pick<Turns, 'put'>;
  readonly outbox: Pick<Outbox, 'put'>;
  readonly emit: Emit;
  readonly clock: Clock;
  /** Something was stored for the turn loop or the outbox drain, or lets waiting turns go on. */
  readonly nudge: { turns(): void; outbox(): void };
  /** A fresh id of a conversation, as the agent accepts it. */
  readonly newSessionId: () => string;
}

/** The row an effect belongs to. */
export interface EffectScope {
  readonly event: RoutedEvent;
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
  /** The effects of the row that are done, with what they left. */
  readonly earlier: readonly { readonly effect: Effect; readonly result: EffectResult }[];
  /** After this try the row is set aside. */
  readonly lastAttempt: boolean;
  readonly settings: DispatchSettings;
  readonly signal: AbortSignal;
}

export type EffectOf<Kind extends EffectKind> = Extract<Effect, { readonly kind: Kind }>;

/** Carries one effect out. May be called again with the same effect of the same row, and then changes nothing more. */
export type Apply<Kind extends EffectKind> = (
  ports: EffectPorts,
  effect: EffectOf<Kind>,
  scope: EffectScope,
) => Promise<EffectResult>;

/** An effect that left nothing for later ones. */
export function done(outcome: string): EffectResult {
  return { consumed: false, outcome };
}
