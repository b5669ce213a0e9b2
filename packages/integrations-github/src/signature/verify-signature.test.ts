import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { verifySignature } from './verify-signature.ts';

interface Vector {
  readonly id: string;
  readonly input: { readonly secret: string; readonly body: string; readonly header: string | null };
  readonly expected: { readonly valid: boolean };
}

const { cases } = JSON.parse(readFileSync(new URL('../../vectors/verify.json', import.meta.url), 'utf8')) as {
  cases: Vector[];
};

it('has all vectors', () => {
  expect(cases).toHaveLength(8);
});

it.each(cases)('$id', ({ input, expected }) => {
  expect(verifySignature(input.secret, Buffer.from(input.body, 'utf8'), input.header)).toBe(expected.valid);
});

it("holds GitHub's own example", () => {
  const header = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  expect(verifySignature("It's a Secret to Everybody", 'Hello, World!', header)).toBe(true);
  expect(verifySignature(['old', "It's a Secret to Everybody"], 'Hello, World!', header)).toBe(true);
  expect(verifySignature(['old', 'older'], 'Hello, World!', header)).toBe(false);
});

const sign = (secret: string, body: Uint8Array) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

it.each([
  ['upper-case digits', (header: string) => header.toUpperCase().replace('SHA256', 'sha256')],
  ['another algorithm', (header: string) => header.replace('sha256', 'sha1')],
  ['no algorithm', (header: string) => header.replace('sha256=', '')],
  ['a digit too few', (header: string) => header.slice(0, -1)],
  ['a digit too many', (header: string) => `${header}0`],
  ['a line after it', (header: string) => `${header}\n`],
])('refuses a right digest with %s', (_, change) => {
  expect(verifySignature('s', 'body', change(sign('s', Buffer.from('body'))))).toBe(false);
});

it('never accepts an empty secret', () => {
  expect(verifySignature('', 'body', sign('', Buffer.from('body')))).toBe(false);
  expect(verifySignature([], 'body', sign('', Buffer.from('body')))).toBe(false);
});

it('accepts exactly the bytes that were signed', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), bytes, fc.nat(), (secret, body, at) => {
      const header = sign(secret, body);
      expect(verifySignature(secret, body, header)).toBe(true);
      const other = Uint8Array.from(body);
      other[at % other.length] = (other[at % other.length] ?? 0) ^ 1;
      expect(verifySignature(secret, other, header)).toBe(false);
    }),
  );
});

it('takes any text as a header without throwing', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (header) => !verifySignature('s', 'x', header)));
});
