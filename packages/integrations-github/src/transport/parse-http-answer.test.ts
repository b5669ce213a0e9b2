import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseHttpAnswer } from './parse-http-answer.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');

it('reads what gh prints: the status line ends with one character, the headers with two', async () => {
  const answer = parseHttpAnswer(
    bytes('HTTP/2.0 201 Created\nContent-Type: application/json\r\nLink: <a>; rel="next"\r\n\r\n{"a":"é\r\n\r\n"}'),
  );
  expect(answer?.status).toBe(201);
  expect(answer?.headers.get('link')).toBe('<a>; rel="next"');
  expect(await answer?.text()).toBe('{"a":"é\r\n\r\n"}');
});

it.each([
  ['HTTP/1.1 304 Not Modified\nEtag: "x"\r\n\r\n', 304],
  ['HTTP/1.1 204 No Content\nX: y\r\n\r\n', 204],
])('reads an answer without a body', (text, status) => {
  expect(parseHttpAnswer(bytes(text))?.status).toBe(status);
});

it.each([
  '',
  'gh: not found',
  'HTTP/1.1 200 OK\nno end',
  'HTTP/1.1 2000 OK\n\n',
  'HTTP/1.1 100 Continue\n\n',
  '{"a":1}\n\n',
])('knows that "%s" is no answer', (text) => {
  expect(parseHttpAnswer(bytes(text))).toBeNull();
});

it('passes over lines that are no headers', () => {
  const answer = parseHttpAnswer(bytes('HTTP/1.1 200 OK\na b: c\r\nX-A: \u0000\r\nX-B: d\r\n\r\n'));
  expect([...(answer?.headers ?? [])]).toEqual([['x-b', 'd']]);
});

it('takes any bytes without throwing', () => {
  fc.assert(fc.property(fc.uint8Array(), (any) => parseHttpAnswer(any) === null));
});
