/** From one inbox row to its effects: deciding, lanes, carrying out, outbox draining and agents' turns. */

// Carrying out
export {
  type BindOutcome,
  type BindRequest,
  bindPullRequest,
  type UnbindOutcome,
  unbindPullRequest,
} from './apply/apply-bind.ts';
export type { EffectPorts } from './apply/effect-scope.ts';
export { graphTarget } from './apply/graph-target.ts';
export type { ReplyPayload, ReplySource } from './apply/reply-payload.ts';
// The inbox
export {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
  type DispatcherPorts,
} from './create-dispatcher.ts';
// Deciding
export { decide, decideWithRule } from './decide/decide.ts';
export type { Decision } from './decide/decision.ts';
export type { DeferralCause, Effect, EffectKind, RefText } from './decide/effect.ts';
export { REASONS, type Reason, type ReasonClass, reasonClass, reasonSentence } from './decide/reasons.ts';
export type { ReactionContent, Reply } from './decide/reply.ts';
export type { DecisionPolicy, ItemProgress, KnownSession, Snapshot } from './decide/snapshot.ts';
export { targetOf } from './decide/target.ts';
export { refsToVerify } from './decide/weak-refs.ts';
// Faults
export type { DispatcherErrorCode } from './errors.ts';
// Explaining
export {
  type DecidedTrace,
  type DecisionTrace,
  type DroppedTrace,
  type TracedLink,
  type TraceInput,
  traceDecision,
  traceDrop,
} from './explain/decision-trace.ts';
export { renderTrace } from './explain/render-trace.ts';
// The second source, and gaps of the first
export { createGapFiller, type GapFiller, type GapFillerOptions } from './gap-fill/create-gap-filler.ts';
export type { GapFillPorts } from './gap-fill/fill-repository.ts';
export { GAP_FILL_RECORDS, type GapFillRecord, parseGapFillRecord } from './gap-fill/gap-fill-record.ts';
export type { ClosingReader, PullRequestState } from './intake/enrich-closing-references.ts';
// What is known
export { readSnapshot, type SnapshotPorts, type SnapshotRequest } from './intake/read-snapshot.ts';
export { renameLink } from './intake/rename-link.ts';
export { type Verification, verifyLinks } from './intake/verify-links.ts';
// Other names
export { createItemMoves } from './moves/create-item-moves.ts';
export type { ItemMove, ItemMoves } from './moves/item-move.ts';
export { loopAddress, loopName } from './moves/loop-name.ts';
export type { FollowRecord } from './moves/renaming.ts';
// The outbox
export {
  createOutboxDrain,
  type OutboxDrain,
  type OutboxDrainOptions,
  type OutboxDrainPorts,
} from './outbox/create-outbox-drain.ts';
export type { Coalescing, Performer, PerformOptions, PerformOutcome } from './outbox/perform.ts';
export type { WriteEnd } from './outbox/perform-row.ts';
export { GITHUB_WRITE_RATES, type WriteRates } from './outbox/write-rates.ts';
export { createPoller, type Poller, type PollerOptions } from './polling/create-poller.ts';
export type { PolledGithub, PollPorts, PollSettings } from './polling/poll-ports.ts';
export { polledRepository } from './polling/polled-repository.ts';
// The ports
export type {
  CallOptions,
  CarriedItem,
  CheckoutMove,
  CheckoutRequest,
  CheckoutState,
  Clock,
  ClosureReader,
  ConsultOutcome,
  Conversations,
  Existence,
  GraphDelivery,
  GraphOutcome,
  GraphPort,
  GraphStanding,
  GraphTarget,
  Identities,
  MergeReport,
  PrepareOutcome,
  PullRequestHead,
  RemoveOutcome,
  Verifier,
  Workspaces,
} from './ports.ts';
export { type AppliedRecord, createAppliedRecord, type EffectResult } from './records/applied-record.ts';
// Records
export type { ControlRecord } from './records/control-record.ts';
export { type Conversation, findConversation } from './records/find-conversation.ts';
export { formerNames, nameAfter } from './records/names.ts';
export { type RecordStore, updateRecord } from './records/record-store.ts';
export { createSessionRecords, type SessionRecords } from './records/session-records.ts';
// Trying again
export { type BackOff, backOffMs } from './retry/back-off.ts';
export type { DispatchSettings } from './settings.ts';
// Agents' turns
export { createTurnLoop, type TurnLoop } from './turns/create-turn-loop.ts';
export type { TurnLoopOptions, TurnLoopPorts } from './turns/turn-engine.ts';
export type { RunningProcess, TurnEnd, TurnHost, TurnRun } from './turns/turn-host.ts';
