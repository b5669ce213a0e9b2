import { expect, it } from 'vitest';
import { SELF_MARKER } from './markers.ts';
import { commented, delivery, mallory, pulled, ran, repository, reviewed, said, ticket } from './testing/deliveries.ts';
import { reasonFor, routed } from './testing/routing.ts';

it('A3: a body under another event name is refused', () => {
  const { payload } = ticket('opened');
  for (const event of ['issue_comment', 'pull_request', 'pull_request_review', 'workflow_run', 'check_suite']) {
    expect(
      reasonFor({
        deliveryId: 'd',
        event,
        payload: { ...(payload as object), action: event.includes('comment') ? 'created' : 'completed' },
      }),
    ).not.toBe('routed');
  }
  expect(reasonFor({ ...commented('hi'), event: 'pull_request_review' })).toBe('malformed-payload');
});

it('A5: a stranger commands nothing', () => {
  expect(reasonFor(commented('the-loop start', said('the-loop start', mallory)))).toBe('unauthorized-actor');
});

it('A6: a stranger who pastes our marker silences only that comment', () => {
  const pasted = `the-loop start\n${SELF_MARKER}`;
  expect(reasonFor(commented(pasted, said(pasted, mallory)))).toBe('self-authored');
  expect(reasonFor(commented(`> ${SELF_MARKER}\n\nthe-loop start`))).toBe('routed');
});

it('A7: who edits a comment is its actor, not its author', () => {
  const edited = { action: 'edited', sender: mallory };
  expect(reasonFor(commented('the-loop start', edited))).toBe('unauthorized-actor');
  expect(reasonFor(reviewed('edited', { body: 'the-loop approve' }, { sender: mallory }))).toBe('unauthorized-actor');
  expect(routed(commented('the-loop start', { action: 'edited' })).command).toEqual({ kind: 'none' });
});

it('A8: a deleted command is not given again', () => {
  expect(reasonFor(commented('the-loop start', { action: 'deleted' }))).toBe('deleted-comment');
});

it('A9: words of a deleted account are nobody\u2019s', () => {
  expect(reasonFor(commented('the-loop start', said('the-loop start', null, { login: 'alice' })))).toBe('no-author');
  expect(reasonFor(reviewed('submitted', { user: null }))).toBe('no-author');
});

it('A10: automation on a fork names no work item by its branch, and what it says is data', () => {
  const fork = { head_repository: { full_name: 'mallory/app' } };
  expect(reasonFor(ran(fork))).toBe('no-work-item');
  const event = routed(ran({ ...fork, pull_requests: [{ number: 40 }], name: 'the-loop start' }));
  expect(event).toMatchObject({
    treatment: 'ci',
    command: { kind: 'none' },
    comment: null,
    weak: [],
    entity: { fromFork: true },
  });
});

it('A11: a comment on a fork\u2019s pull request does not bind by its branch', () => {
  const pull = { number: 40, head: { ref: 'issue-15', repo: { full_name: 'mallory/app' } } };
  const comment = { id: 1, body: 'the-loop start', user: { login: 'alice' } };
  expect(routed(delivery('issue_comment', { pull_request: pull, comment })).links).toHaveLength(1);
});

it('A12: a pull request that names a work item arms nothing', () => {
  const event = routed(pulled('opened', { body: 'Closes acme/app#183. the-loop start' }));
  expect(event).toMatchObject({ labeled: false, command: { kind: 'none' }, treatment: 'notice' });
});

it('A13, A14: names that are no names are refused, not repaired', () => {
  for (const name of ['octo;rm -rf /', '../..', '..', 'acme/..', '-x/app', 'acme/app/x', 'acme/\u212Aapp']) {
    expect(reasonFor(ticket('opened', { repository: { full_name: name } }))).toBe('no-work-item');
  }
});

it('A15: a host that nobody configured is refused', () => {
  for (const url of [
    'https://evil.example/a/b',
    'https://github.com@evil.example/a/b',
    'https://github.com.evil.example/a/b',
  ]) {
    expect(reasonFor(ticket('opened', { repository: { ...repository, html_url: url } }))).toBe('unknown-host');
  }
});

it('A16: no URL of the payload is passed on but inside the excerpt and the comment', () => {
  const clone_url = '--upload-pack=touch x';
  const event = routed(ticket('opened', { repository: { ...repository, clone_url, ssh_url: clone_url } }));
  expect(JSON.stringify(event)).not.toContain('upload-pack');
});

it('A17: a stranger may end a ticket, and is known to be a stranger', () => {
  expect(routed(ticket('closed', { sender: mallory }))).toMatchObject({
    treatment: 'closing',
    actorAuthorized: false,
    closedBy: mallory,
  });
  expect(routed(ticket('closed', { sender: null }))).toMatchObject({ actor: null, actorAuthorized: false });
});

it('A18: two commands in one comment are ambiguous', () => {
  expect(routed(commented('the-loop execute\nthe-loop stop')).command).toEqual({
    kind: 'ambiguous',
    commands: ['execute', 'stop'],
  });
});
