import { type DeliverySummary, type Inbox } from '@the-loop/store';

const PAGE = 200;

/**
 * The open rows that wait for their next try, oldest first. They are taken first at a start, so that nothing of their
 * lanes overtakes them.
 */
export async function waitingRows(inbox: Pick<Inbox, 'list'>, now: number): Promise<readonly DeliverySummary[]> {
  const waiting: DeliverySummary[] = [];
  let before: number | undefined;
  for (;;) {
    const page = await inbox.list({ status: 'open', limit: PAGE, ...(before === undefined ? {} : { before }) });
    waiting.push(...page.filter((row) => row.notBefore > now));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return waiting.reverse();
    before = last.id;
  }
}
