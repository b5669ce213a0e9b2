import { describe, expect, it } from 'vitest';
import { route } from '../route.ts';
import { type Delivery } from '../route-context.ts';
import { commented, context, delivery, pulled, ran, reviewed, ticket } from '../testing/deliveries.ts';
import { textDigest } from '../text/text-digest.ts';
import { logicalKeyOf } from './logical-key.ts';

const routed = (given: Delivery): string => {
  const routing = route(given, { ...context, authorizedUsers: ['alice', 'octocat'] });
  if (routing.kind === 'dropped') throw new Error(`dropped: ${routing.reason}`);
  return routing.event.logicalKey;
};

describe('the logical key', () => {
  it.each<[string, Delivery, string]>([
    ['a comment', commented('hi'), 'comment:IC_501:created'],
    [
      'a comment without node id',
      commented('hi', { comment: { id: 5, body: 'hi', user: { login: 'alice' } } }),
      'comment:github.com/acme/app#5:created',
    ],
    ['a review', reviewed('submitted'), 'review:PRR_900:submitted'],
    ['a dismissed review', reviewed('dismissed'), 'review:PRR_900:dismissed'],
    [
      'a closed ticket',
      ticket('closed', {
        issue: { number: 12, node_id: 'I_12', closed_at: '2026-03-02T10:00:00Z', updated_at: '2026-03-02T10:00:01Z' },
      }),
      'issues:I_12:closed:2026-03-02T10:00:00Z',
    ],
    [
      'a label',
      ticket('labeled', { issue: { number: 12, node_id: 'I_12', updated_at: 'T' }, label: { name: 'bug' } }),
      'issues:I_12:labeled:T:bug',
    ],
    [
      'an edit, whatever happened to the ticket since',
      ticket('edited', { issue: { number: 12, node_id: 'I_12', updated_at: 'T', title: 'a', body: 'b' } }),
      `issues:I_12:edited:${textDigest('a\nb')}`,
    ],
    [
      'an edit of a pull request, by its base branch too',
      pulled('edited', { updated_at: 'T', title: 'a', body: 'b', base: { ref: 'next' } }),
      `pull_request:PR_40:edited:${textDigest('a\nb\nnext')}`,
    ],
    ['a run', ran({ id: 9, node_id: 'WFR_9', updated_at: 'T' }), 'workflow_run:WFR_9:failure:T'],
    ['a run without a node id', ran({ id: 9, updated_at: 'T' }), 'workflow_run:9:failure:T'],
    [
      'a status that does not say when it was set',
      delivery('status', { id: 4, state: 'failure', branches: [{ name: 'issue-3' }] }),
      'status:4',
    ],
    [
      'a status, whoever tells of it',
      delivery('status', {
        ...{ id: 4, sha: 'abc', state: 'failure', context: 'ci', branches: [{ name: 'issue-3' }] },
        created_at: '2026-01-01T00:00:00+00:00',
      }),
      `status:abc:failure:${Date.parse('2026-01-01T00:00:00Z')}:${textDigest('ci')}`,
    ],
  ])('of %s', (_, given, key) => {
    expect(routed(given)).toBe(key);
  });

  it('is the same for one comment under two delivery ids', () => {
    const given = commented('the-loop start');
    expect(routed({ ...given, deliveryId: 'another' })).toBe(routed(given));
  });

  it.each<[string, Delivery]>([
    ['a comment without any id', commented('hi', { comment: { body: 'hi', user: { login: 'alice' } } })],
    ['a change without a time', pulled('edited')],
    [
      'a thread',
      delivery('pull_request_review_thread', { action: 'unresolved', pull_request: { number: 40, updated_at: 'T' } }),
    ],
    ['a run without an id', ran({ id: null })],
  ])('is that of the delivery for %s, so that nothing is taken for a repetition', (_, given) => {
    expect(routed({ ...given, deliveryId: 'one' })).toBe('delivery:one');
  });

  it('differs when a ticket is closed again', () => {
    const closed = (at: string): Delivery =>
      ticket('closed', { issue: { number: 12, node_id: 'I_12', closed_at: at } });
    expect(routed(closed('2026-03-02T10:00:00Z'))).not.toBe(routed(closed('2026-03-03T10:00:00Z')));
  });
});

it('is told of a payload as of its delivery, and not where only the delivery has a name', () => {
  const given = ticket('edited', { issue: { number: 12, node_id: 'I_12', updated_at: 'T', title: 'a', body: 'b' } });
  expect(logicalKeyOf(given.event, given.payload)).toBe(routed(given));
  expect(logicalKeyOf('pull_request', pulled('edited').payload)).toBeNull();
});

it('tells two edits of a comment within one second apart', () => {
  const edited = (body: string) => {
    const comment = { id: 501, node_id: 'IC_501', body, updated_at: 'T', user: { login: 'alice' } };
    return logicalKeyOf('issue_comment', commented('', { action: 'edited', comment }).payload);
  };
  expect(edited('one')).toBe(`comment:IC_501:edited:T:${textDigest('one')}`);
  expect(edited('two')).not.toBe(edited('one'));
  expect(edited('one')).toBe(edited('one'));
});
