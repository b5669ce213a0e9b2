import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redact } from './redact.ts';

const secret = 'Zx9'.repeat(14);

it.each([
  ['a classic token', `ghp_${secret}`],
  ['an installation token', `ghs_${secret}`],
  ['a fine-grained token', `github_pat_${secret}_${secret}`],
  ['a model key', `sk-ant-api03-${secret}`],
  ['a Slack token', `xoxb-1234-${secret}`],
  ['a cloud key', `AKIA${'A1'.repeat(8)}`],
  ['a JWT', `eyJ${secret}.eyJ${secret}.${secret}`],
  ['a bearer header', `Authorization: Bearer ${secret}`],
  ['a basic header', `authorization: basic ${secret}==`],
  ['a token header', `Authorization: token ${secret}`],
  ['a bare authorization value', `"authorization":"${secret}"`],
  ['credentials in a URL', `https://x-access-token:${secret}@github.com/octo/app`],
  ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----`],
  ['a private key without its end', `-----BEGIN PRIVATE KEY-----\n${secret}`],
  ['an assignment', `WEBHOOK_SECRET=${secret}`],
  ['a JSON value', `{"api_key": "${secret}"}`],
  ['a Slack webhook', `https://hooks.slack.com/services/T1/B2/${secret}`],
])('hides %s', (_what, text) => {
  const clean = redact(`before ${text} after`);
  expect(clean).not.toContain(secret.slice(0, 12));
  expect(clean).toContain('[redacted]');
  expect(clean).toMatch(/^before /);
});

it.each([
  'github:octo/app#7',
  'https://github.com/octo/app/issues/7#issuecomment-1',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'the variable THE_LOOP_WEBHOOK_SECRET is not set',
  'mail me@example.org about the token',
  'http://127.0.0.1:4114/gh-webhook',
])('leaves "%s" as it is', (text) => {
  expect(redact(text)).toBe(text);
});

it('changes nothing the second time', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60 }),
      fc.constantFrom('token=', 'Bearer ', 'ghp_', '://a:', ''),
      (text, lead) => {
        const once = redact(`${lead}${text}`);
        expect(redact(once)).toBe(once);
      },
    ),
  );
});

it.each(['a', '-----BEGIN PRIVATE KEY-----', '://x', 'bearer ', 'token= ', 'eyJaaaaaaaa', 'ghp_', '-----BEGIN A'])(
  'reads a megabyte of "%s" in linear time',
  (piece) => {
    const small = piece.repeat(Math.ceil(50_000 / piece.length));
    const large = small.repeat(20);
    const time = (text: string) => {
      const start = performance.now();
      redact(text);
      return performance.now() - start;
    };
    time(small);
    expect(time(large)).toBeLessThan(20 * Math.max(time(small), 5) * 5);
  },
);
