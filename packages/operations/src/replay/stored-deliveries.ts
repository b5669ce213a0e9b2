import { createSessionRecords, type DispatchSettings, readSnapshot } from '@the-loop/dispatcher';
import { type Delivery, type Inbox } from '@the-loop/store';
import { readTrace } from '../explain/read-trace.ts';
import { type ServiceMemory } from '../service-memory.ts';
import { type RecordedDelivery } from './recorded-delivery.ts';
import { type SnapshotNow } from './replay-delivery.ts';

const PAGE = 200;

/** Stored deliveries that arrived at or after `since`, oldest first, `limit` of the newest at most. */
export async function* storedDeliveries(
  inbox: Pick<Inbox, 'list' | 'get'>,
  { since, limit }: { readonly since: number; readonly limit: number },
): AsyncGenerator<RecordedDelivery> {
  for (const id of await idsSince(inbox, { since, limit })) {
    const row = await inbox.get(id);
    if (row !== null) yield recordedDelivery(row);
  }
}

async function idsSince(
  inbox: Pick<Inbox, 'list'>,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<readonly number[]> {
  const ids: number[] = [];
  let before: number | undefined;
  while (ids.length < limit) {
    const rows = await inbox.list({ limit: PAGE, ...(before === undefined ? {} : { before }) });
    const recent = rows.filter(({ receivedAt }) => receivedAt >= since);
    ids.push(...recent.map(({ id }) => id));
    before = rows.at(-1)?.id;
    if (recent.length < PAGE) break;
  }
  return ids.slice(0, limit).reverse();
}

function recordedDelivery({ id, guid, event, host, body, decision }: Delivery): RecordedDelivery {
  return { id, guid, event, host, payload: payloadOf(body), trace: readTrace(decision) };
}

/** A body that is no JSON is routed as nothing, and dropped as malformed. */
function payloadOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What the records say now, for a delivery about which nothing was noted. GitHub and the graph are not asked. */
export function snapshotFrom({ store }: ServiceMemory, settings: DispatchSettings): SnapshotNow {
  const records = createSessionRecords(store.records);
  return (event) =>
    readSnapshot(
      {
        records,
        graph: { context: () => Promise.reject(new Error('not asked')) },
        workspaces: { separate: true },
        emit: () => undefined,
      },
      {
        verification: { event, missing: [], asked: {}, moved: {} },
        duplicate: null,
        settings,
        signal: new AbortController().signal,
      },
    );
}
