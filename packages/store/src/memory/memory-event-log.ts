import { type EventRecord, LEVELS } from '@the-loop/events';
import { decodeJson, encodeJson } from '../json.ts';
import { type EventLog, type EventQuery, type StoredEvent } from '../ports/event-log.ts';
import { answer, createMemoryTable } from './memory-table.ts';

/** An event log in memory, and its sweep. */
export function createMemoryEventLog(): { port: EventLog; sweep: (before: number) => number } {
  const table = createMemoryTable<StoredEvent>();
  const port: EventLog = {
    append: (record) =>
      answer(() => {
        const copy = decodeJson(encodeJson(record)) as EventRecord;
        table.insert((id) => ({ id, record: copy }));
      }),
    query: (query) =>
      answer(() => {
        const { after, limit } = query;
        const found = table
          .rows()
          .filter((row) => (after === undefined || row.id > after) && matches(row.record, query));
        return after === undefined ? found.slice(Math.max(0, found.length - limit)) : found.slice(0, limit);
      }),
  };
  return { port, sweep: (before) => table.remove(({ record }) => Date.parse(record.ts) < before) };
}

function matches(record: EventRecord, query: EventQuery): boolean {
  const { types, level, since } = query;
  return (
    (types === undefined || types.some((type) => matchesGlob(record.event, type))) &&
    (level === undefined || LEVELS.indexOf(record.level) >= LEVELS.indexOf(level)) &&
    (since === undefined || Date.parse(record.ts) >= since) &&
    matchesNames(record, query)
  );
}

function matchesNames(record: EventRecord, { workItem, deliveryId, source }: EventQuery): boolean {
  const { work_item: item, work_items: items } = record;
  return (
    (workItem === undefined || item === workItem || (Array.isArray(items) && items.includes(workItem))) &&
    (deliveryId === undefined || record['delivery_id'] === deliveryId) &&
    (source === undefined || record.source === source)
  );
}

/** Whether `*` (any text) and `?` (one character) of the pattern can be filled so that it is the text. */
function matchesGlob(text: string, pattern: string): boolean {
  let ends = new Set([0]);
  for (const character of pattern) ends = new Set([...ends].flatMap((at) => endsAfter(text, at, character)));
  return ends.has(text.length);
}

/** Where a match may end that stood at `at` and takes one more character of the pattern. */
function endsAfter(text: string, at: number, character: string): number[] {
  if (character === '*') return Array.from({ length: text.length - at + 1 }, (_, more) => at + more);
  return at < text.length && (character === '?' || text[at] === character) ? [at + 1] : [];
}
