/** Durable inbox, outbox, turns, records and events in one SQLite file. */
export {};
