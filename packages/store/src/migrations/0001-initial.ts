/** The first layout. Bodies stand apart from their rows: changing a row must not write its body again. */
export const initial = `
CREATE TABLE inbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  host TEXT NOT NULL,
  hook TEXT NOT NULL,
  guid TEXT NOT NULL,
  event TEXT NOT NULL,
  source TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  body_digest TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'open',
  lane TEXT,
  logical_key TEXT,
  decision TEXT,
  reason TEXT NOT NULL DEFAULT '',
  attempts INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0,
  error TEXT NOT NULL DEFAULT '',
  finished_at INTEGER,
  fence INTEGER NOT NULL DEFAULT 0,
  claimed_by TEXT,
  lease_until INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX inbox_identity ON inbox (host, hook, guid);
CREATE INDEX inbox_guid ON inbox (guid);
CREATE INDEX inbox_open ON inbox (id) WHERE status = 'open';
CREATE INDEX inbox_lane_open ON inbox (lane, id) WHERE status = 'open' AND lane IS NOT NULL;
CREATE INDEX inbox_lane_body ON inbox (lane, body_digest) WHERE lane IS NOT NULL;
CREATE INDEX inbox_lane_key ON inbox (lane, logical_key) WHERE logical_key IS NOT NULL;
CREATE TABLE inbox_body (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  lane TEXT NOT NULL,
  host TEXT NOT NULL,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  source TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'waiting',
  attempts INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0,
  error TEXT NOT NULL DEFAULT '',
  result TEXT NOT NULL DEFAULT 'null',
  finished_at INTEGER
) STRICT;
CREATE INDEX outbox_unfinished ON outbox (lane, id) WHERE status IN ('waiting', 'in-flight');

CREATE TABLE turns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  endpoint TEXT NOT NULL,
  lane TEXT NOT NULL,
  kind TEXT NOT NULL,
  prompt TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'waiting',
  attempts INTEGER NOT NULL DEFAULT 0,
  pid INTEGER,
  start_time TEXT,
  started_at INTEGER,
  finished_at INTEGER,
  outcome TEXT NOT NULL DEFAULT '',
  exit_code INTEGER,
  note TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX turns_unfinished ON turns (endpoint, id) WHERE status IN ('waiting', 'running');

CREATE TABLE records (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT,
  revision INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  event TEXT NOT NULL,
  level INTEGER NOT NULL,
  source TEXT NOT NULL,
  work_item TEXT,
  delivery_id TEXT,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX events_at ON events (at);
CREATE INDEX events_work_item ON events (work_item) WHERE work_item IS NOT NULL;
CREATE INDEX events_delivery ON events (delivery_id) WHERE delivery_id IS NOT NULL;
`;
