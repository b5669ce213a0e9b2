import { type GithubDelivery } from '@the-loop/integrations-github';
import { expect, it } from 'vitest';
import { missingDeliveries } from './missing-deliveries.ts';

const tried = (id: number, guid: string, statusCode: number): GithubDelivery => ({
  id: String(id),
  guid,
  event: 'issues',
  action: 'opened',
  deliveredAt: `2026-01-01T10:00:${String(id).padStart(2, '0')}Z`,
  redelivery: false,
  statusCode,
});

it.each<[string, readonly GithubDelivery[], readonly string[]]>([
  ['nothing of an empty log', [], []],
  [
    'what nobody answered, by its first attempt, oldest first',
    [tried(3, 'b', 0), tried(2, 'a', 500), tried(4, 'a', 502)],
    ['2', '3'],
  ],
  ['nothing that one attempt brought through', [tried(1, 'a', 500), tried(2, 'a', 202)], []],
  ['what was refused: it was not stored', [tried(1, 'a', 401)], ['1']],
  ['no repetition alone: its first attempt was looked after', [{ ...tried(1, 'a', 500), redelivery: true }], []],
  ['no ping', [{ ...tried(1, 'a', 500), event: 'ping' }], []],
])('finds %s', (_, log, ids) => {
  expect(missingDeliveries(log).map(({ id }) => id)).toEqual(ids);
});

it('gives up after five attempts', () => {
  const log = [1, 2, 3, 4, 5].map((id) => tried(id, 'a', 500));
  expect(missingDeliveries(log)).toMatchObject([{ givenUp: true }]);
  expect(missingDeliveries(log.slice(1))).toMatchObject([{ givenUp: false }]);
});
