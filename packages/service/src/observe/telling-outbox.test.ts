import { type LoopEvent } from '@the-loop/events';
import { createMemoryStore } from '@the-loop/store';
import { expect, it } from 'vitest';
import { tellingOutbox } from './telling-outbox.ts';

const write = { lane: 'lane', host: 'github.com', kind: 'comment', payload: {}, createdAt: 0, source: null };

it('tells of a write when it is stored, and not when it is put again', async () => {
  const events: LoopEvent[] = [];
  const outbox = tellingOutbox(createMemoryStore({ now: () => new Date(0) }).outbox, (event) => events.push(event));
  expect(await outbox.put([{ key: 'one', ...write }])).toEqual(['stored']);
  expect(
    await outbox.put([
      { key: 'one', ...write },
      { key: 'two', ...write },
    ]),
  ).toEqual(['duplicate', 'stored']);
  const told = (op_key: string) => ({
    event: 'outbox.queued',
    op_key,
    kind: 'comment',
    work_item: 'lane',
    host: 'github.com',
  });
  expect(events).toEqual([told('one'), told('two')]);
  expect((await outbox.list({ limit: 5 })).map(({ key }) => key)).toEqual(['two', 'one']);
});
