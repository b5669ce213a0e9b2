import { expect, it } from 'vitest';
import { readDeliveryHeaders } from './delivery-headers.ts';

const GUID = '72d3162e-cc78-11e3-81ab-4c9367dc0958';
const right = {
  'x-github-delivery': GUID,
  'x-github-event': 'pull_request_review',
  'x-github-hook-id': '42',
  'x-hub-signature-256': 'sha256=00',
};

it('reads the headers of a delivery', () => {
  expect(readDeliveryHeaders(right)).toEqual({
    ok: true,
    value: { guid: GUID, event: 'pull_request_review', hookId: '42', signature: 'sha256=00' },
  });
});

it('takes a guid in upper case for the same guid, and does without hook id and signature', () => {
  const headers = { 'x-github-delivery': GUID.toUpperCase(), 'x-github-event': 'ping', 'x-github-hook-id': '../1' };
  expect(readDeliveryHeaders(headers)).toEqual({
    ok: true,
    value: { guid: GUID, event: 'ping', hookId: '', signature: null },
  });
});

it.each([
  ['no guid', { 'x-github-delivery': undefined }, 'delivery-missing'],
  ['two guids', { 'x-github-delivery': [GUID, GUID] }, 'delivery-missing'],
  ['a guid that is none', { 'x-github-delivery': 'poll-1' }, 'delivery-malformed'],
  ['a guid and more', { 'x-github-delivery': `${GUID}\n` }, 'delivery-malformed'],
  ['no event', { 'x-github-event': undefined }, 'event-missing'],
  ['an event in upper case', { 'x-github-event': 'Issues' }, 'event-malformed'],
  ['an endless event', { 'x-github-event': 'a'.repeat(65) }, 'event-malformed'],
])('refuses %s', (_, change, problem) => {
  expect(readDeliveryHeaders({ ...right, ...change })).toEqual({ ok: false, error: problem });
});
