import { type FaultName, type GithubEmulator } from '@the-loop/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GithubErrorCode } from '../errors.ts';
import { GithubError, type Retry } from '../github-error.ts';
import { type GithubOperations } from '../github-operations.ts';
import { operationKey, operationMarker } from '../marker/operation-marker.ts';
import { stamp } from '../marker/stamp.ts';
import { type Bench, TICKET } from './operations-suite.ts';

const KEY = operationKey('secret', 'issue-1/design#1/entry/request-review');
const BODY = stamp('Please review.', { opKey: KEY });
const MARKER = operationMarker(KEY);

interface FaultCase {
  readonly behaviour: FaultName;
  readonly code: GithubErrorCode;
  readonly retry: Retry;
  readonly fate: 'written' | 'not written';
}

/** What a fault is called, whether asking again helps, and what became of a comment that was posted meanwhile. */
const FAULTS: readonly FaultCase[] = (
  [
    ['unauthorized', 'GITHUB_UNAUTHENTICATED', 'never', 'not written'],
    ['forbidden', 'GITHUB_FORBIDDEN', 'never', 'not written'],
    ['primary-limit', 'GITHUB_RATE_LIMITED', 'after-reset', 'not written'],
    ['secondary-limit', 'GITHUB_RATE_LIMITED', 'after-reset', 'not written'],
    ['not-found', 'GITHUB_NOT_FOUND', 'never', 'not written'],
    ['gone', 'GITHUB_NOT_FOUND', 'never', 'not written'],
    ['invalid', 'GITHUB_VALIDATION', 'never', 'not written'],
    ['too-many', 'GITHUB_RATE_LIMITED', 'after-reset', 'not written'],
    ['server-error', 'GITHUB_SERVER', 'later', 'not written'],
    ['bad-gateway', 'GITHUB_SERVER', 'later', 'not written'],
    ['unavailable', 'GITHUB_SERVER', 'later', 'not written'],
    ['lost-answer', 'GITHUB_SERVER', 'later', 'written'],
    ['truncated', 'GITHUB_MALFORMED_RESPONSE', 'later', 'written'],
    ['cut', 'GITHUB_NETWORK', 'later', 'written'],
    ['reset-before', 'GITHUB_NETWORK', 'later', 'not written'],
    ['reset-after', 'GITHUB_NETWORK', 'later', 'written'],
  ] as const
).map(([behaviour, code, retry, fate]) => ({ behaviour, code, retry, fate }));

/** What every way to GitHub does when GitHub fails. */
export function describeFaults(transport: string, open: (options?: { timeoutMs: number }) => Promise<Bench>): void {
  describe(`faults over ${transport}`, () => {
    let emulator: GithubEmulator;
    let github: GithubOperations;
    let close: () => Promise<void>;

    beforeEach(async () => {
      ({ emulator, github, close } = await open({ timeoutMs: 5_000 }));
    });
    afterEach(() => close());

    const faultOf = (promise: Promise<unknown>): Promise<GithubError> =>
      promise.then(
        () => {
          throw new Error('this was to fail');
        },
        (fault: unknown) => {
          if (fault instanceof GithubError) return fault;
          throw fault;
        },
      );
    const bodies = () => emulator.comments('octo/app#1').map(({ body }) => body);

    it.each(FAULTS)(
      '$behaviour: a read throws $code, to be asked again $retry, in our own words',
      async ({ behaviour, code, retry }) => {
        emulator.fail({ match: { operation: 'list-comments' }, behaviour });
        const fault = await faultOf(github.listComments(TICKET));
        expect({ code: fault.code, retry: fault.retry, ambiguous: fault.ambiguous }).toEqual({
          code,
          retry,
          ambiguous: false,
        });
        expect(fault.message).toContain('github.com');
        expect(fault.message).toContain('github:octo/app#1');
        expect(fault.message).not.toMatch(/bad credentials|Resource not accessible|<html>|token-of/i);
        expect(await github.listComments(TICKET)).toEqual([]);
      },
    );

    it.each(FAULTS)('$behaviour: a comment is neither lost nor doubled', async ({ behaviour, code, fate }) => {
      emulator.fail({ match: { operation: 'add-comment' }, behaviour });
      if (fate === 'written') {
        expect(await github.addComment(TICKET, BODY)).toMatchObject({ body: BODY });
      } else {
        const fault = await faultOf(github.addComment(TICKET, BODY));
        expect(fault.code).toBe(code);
        expect(await github.findComment(TICKET, { marker: MARKER })).toBeNull();
        await github.addComment(TICKET, BODY);
      }
      expect(bodies()).toEqual([BODY]);
    });

    it('says that a write may have taken place when it cannot look', async () => {
      emulator.fail({ match: { operation: 'add-comment' }, behaviour: 'reset-after' });
      emulator.fail({ match: { operation: 'list-comments' }, behaviour: 'unavailable' });
      const fault = await faultOf(github.addComment(TICKET, BODY));
      expect(fault).toMatchObject({ code: 'GITHUB_NETWORK', ambiguous: true, retry: 'later' });
      expect(await github.findComment(TICKET, { marker: MARKER })).not.toBeNull();
    });

    it('waits for a slow answer no longer than it was told, and calls that a timeout', async () => {
      await close();
      ({ emulator, github, close } = await open({ timeoutMs: 400 }));
      emulator.fail({ match: { operation: 'get-issue' }, behaviour: { kind: 'delay', ms: 4_000 } });
      expect(await faultOf(github.getItem(TICKET))).toMatchObject({ code: 'GITHUB_TIMEOUT', retry: 'later' });
    });

    it('stops when its caller does, with the reason of the caller', async () => {
      emulator.fail({ match: { operation: 'get-issue' }, behaviour: { kind: 'delay', ms: 4_000 } });
      const controller = new AbortController();
      const asked = github.getItem(TICKET, { signal: controller.signal });
      await emulator.until(() => emulator.requests().some(({ path }) => path.endsWith('/issues/1')));
      const reason = new Error('the daemon stops');
      controller.abort(reason);
      await expect(asked).rejects.toBe(reason);
    });

    it('tells how long a limit lasts, from the header or from the reset', async () => {
      emulator.fail({ behaviour: 'too-many' });
      expect(await faultOf(github.listReviews(TICKET))).toMatchObject({ retryAfterSeconds: 1 });
      emulator.fail({ behaviour: 'primary-limit' });
      const fault = await faultOf(github.listReviews(TICKET));
      expect(fault.retryAfterSeconds).toBeGreaterThan(86_400);
    });

    it('keeps what GitHub said as a detail without secrets', async () => {
      const body = { message: 'token ghp_abcdefghijklmnopqrstuvwxyz012345 is bad' };
      emulator.fail({ behaviour: { kind: 'status', status: 422, body } });
      expect(await faultOf(github.addComment(TICKET, 'x'))).toMatchObject({ detail: '[redacted] is bad' });
    });

    it('throws for a GraphQL error that comes with status 200, and knows a limit among them', async () => {
      const limit = { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] };
      emulator.fail({ match: { path: '/graphql' }, behaviour: { kind: 'status', status: 200, body: limit } });
      const node = { host: 'github.com', nodeId: 'I_unknown' };
      expect(await faultOf(github.editHistory(node))).toMatchObject({
        code: 'GITHUB_RATE_LIMITED',
        retry: 'after-reset',
      });
      expect(await faultOf(github.editHistory(node))).toMatchObject({ code: 'GITHUB_NOT_FOUND' });
    });
  });
}
