import { type Outbox } from '@the-loop/store';
import { type WriteShaper } from './write-rates.ts';

const HOUR_MS = 3_600_000;
const PAGE = 200;
/** More than this no host takes in an hour. */
const MOST = 2_000;

/** Counts what was written in the last hour before a start: hosts do not forget it. */
export async function primeShaper(
  shaper: Pick<WriteShaper, 'note'>,
  outbox: Pick<Outbox, 'list'>,
  now: number,
): Promise<void> {
  const written = await writtenSince(outbox, now - HOUR_MS);
  for (const { host, at } of written.sort((a, b) => a.at - b.at)) shaper.note(host, at);
}

interface Written {
  readonly host: string;
  readonly at: number;
}

/** Rows are listed newest first, by when they were put: a page without a recent end is followed by older ones. */
async function writtenSince(outbox: Pick<Outbox, 'list'>, since: number): Promise<Written[]> {
  const written: Written[] = [];
  for (let before: number | undefined; written.length < MOST; ) {
    const page = await outbox.list({ status: 'done', limit: PAGE, ...(before === undefined ? {} : { before }) });
    const recent = page.flatMap(({ host, finishedAt }) =>
      finishedAt !== null && finishedAt > since ? [{ host, at: finishedAt }] : [],
    );
    written.push(...recent);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE || recent.length === 0) break;
    before = last.id;
  }
  return written;
}
