/** What must outlive the process, in one file: deliveries, writes, turns, records and events. */

// Faults
export type { StoreErrorCode } from './errors.ts';
// Adapters
export { createEventLogSink } from './event-log-sink.ts';
export { createMemoryStore } from './memory/memory-store.ts';
export { openStore, type StoreOptions } from './open-store.ts';
// The ports
export type { EventLog, EventQuery, StoredEvent } from './ports/event-log.ts';
export type {
  ClaimRequest,
  Delivery,
  DeliveryFilter,
  DeliverySource,
  DeliveryStatus,
  DeliverySummary,
  Fenced,
  Inbox,
  NewDelivery,
} from './ports/inbox.ts';
export type { NewOutboxRow, Outbox, OutboxFilter, OutboxRow, OutboxStatus } from './ports/outbox.ts';
export type { RecordChange, RecordFilter, Records, StoredRecord } from './ports/records.ts';
export type { RenamedRecord, RenameOutcome, Renaming } from './ports/renaming.ts';
export type { Store, SweepLimits, SweepReport } from './ports/store.ts';
export type { BegunTurn, NewTurn, Turn, TurnFilter, TurnStatus, Turns } from './ports/turns.ts';
