import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routableEvents } from './guards/action-matrix.ts';
import { dropReasons } from './guards/drop-reason.ts';
import { route } from './route.ts';
import { type Delivery } from './route-context.ts';
import { commented, context, pulled, ran, repository, reviewed, ticket } from './testing/deliveries.ts';
import { reasonFor, routed } from './testing/routing.ts';

const require = createRequire(import.meta.url);
const sources = ['api.github.com', 'ghes-31', 'ghes-32', 'ghes-33', 'ghes-34', 'ghes-35'];

/** Every delivery that GitHub published as an example. */
const examples: readonly Delivery[] = sources.flatMap((source) => {
  const published = require(`@octokit/webhooks-examples/${source}/index.json`) as {
    name: string;
    examples: unknown[];
  }[];
  return published.flatMap(({ name: event, examples: payloads }) =>
    payloads.map((payload, index) => ({ deliveryId: `${source}/${event}/${index}`, event, payload })),
  );
});

describe('what is passed on', () => {
  it('a comment: its words, its author and its command', () => {
    const event = routed(
      commented('the-loop do: tidy up', {
        issue: { number: 12, labels: [{ name: 'the-loop: auto-execute' }, null], user: { login: 'carol' } },
      }),
    );
    expect(event).toMatchObject({
      deliveryId: 'd-1',
      event: 'issue_comment',
      action: 'created',
      host: 'github.com',
      repository: 'acme/app',
      actor: { login: 'alice', id: 7 },
      actorAuthorized: true,
      weak: [],
      labeled: true,
      entity: { kind: 'issue', number: 12, labels: ['the-loop: auto-execute'], authorLogin: 'carol' },
      pullRequest: null,
      command: { kind: 'command', command: 'do', args: 'tidy up' },
      comment: {
        author: 'alice',
        authorId: 7,
        kind: 'comment',
        id: '501',
        on: 'github:acme/app#12',
        createdAt: '2026-03-02T10:00:00Z',
      },
      commentNodeId: 'IC_501',
      closing: null,
    });
  });

  it('a review: its state and the head that it saw', () => {
    const event = routed(reviewed('submitted', { state: 'CHANGES_REQUESTED', body: null, commit_id: 'abc' }));
    expect(event.comment).toMatchObject({
      kind: 'review',
      reviewState: 'CHANGES_REQUESTED',
      body: '',
      commitId: 'abc',
      headSha: 'abc',
    });
    expect(event.pullRequest).toMatchObject({ number: 40 });
  });

  it('a merge: by whom, at which head', () => {
    const pull = {
      merged: true,
      merged_by: { login: 'bob', id: 8 },
      merge_commit_sha: 'm1',
      head: { ref: 'x', sha: 'abc', repo: { full_name: 'acme/app' } },
      base: { ref: 'main' },
    };
    expect(routed(pulled('closed', pull))).toMatchObject({
      treatment: 'closing',
      closing: 'pr-merged',
      closedBy: { login: 'alice' },
      entity: {
        merged: true,
        mergedBy: { login: 'bob' },
        mergeCommitSha: 'm1',
        headSha: 'abc',
        headRepo: 'acme/app',
        fromFork: false,
        baseRef: 'main',
        defaultBranch: 'main',
      },
    });
    expect(routed(pulled('closed', { merged: false })).closing).toBe('pr-closed');
    expect(routed(ticket('closed')).closing).toBe('issue-closed');
  });

  it('a label: which, and whether it is the one that arms', () => {
    const label = { name: 'the-loop: auto-execute' };
    expect(routed(ticket('labeled', { label }))).toMatchObject({
      treatment: 'arming',
      label: label.name,
      labeled: true,
    });
    expect(routed(ticket('labeled', { label: { name: 'bug' } })).labeled).toBe(false);
    expect(routed(ticket('labeled', { label: { name: '' } }), { label: '' }).labeled).toBe(false);
  });

  it('a transfer: from where, and where to, told by either repository and whoever did it', () => {
    const move = { from: { repo: 'app', number: 12 }, to: { owner: 'acme', repo: 'moved', number: 3 }, of: 'item' };
    const changes = { new_issue: { number: 3 }, new_repository: { full_name: 'acme/moved' } };
    expect(routed(ticket('transferred', { changes }))).toMatchObject({ treatment: 'moved', move });
    expect(routed(ticket('transferred', { changes, sender: { login: 'mallory', id: 9 } })).move).toMatchObject(move);
    const before = { old_issue: { number: 12 }, old_repository: { full_name: 'acme/app' } };
    const opened = { changes: before, issue: { number: 3 }, repository: { full_name: 'acme/moved' } };
    expect(routed(ticket('opened', opened))).toMatchObject({ treatment: 'notice', move });
    expect(routed(ticket('opened')).move).toBeNull();
    expect(reasonFor(ticket('transferred'))).toBe('ignored-action');
  });

  it('a run: the one pull request that it lists, or none', () => {
    expect(routed(ran({ pull_requests: [{ number: 40 }] }))).toMatchObject({
      treatment: 'ci',
      actor: null,
      pullRequest: { number: 40 },
      weak: ['github:acme/app#15'],
    });
    expect(routed(ran({ pull_requests: [{ number: 40 }, { number: 41 }] })).pullRequest).toBeNull();
  });

  it('a configured host is kept', () => {
    const elsewhere = { ...repository, html_url: 'https://GHE.corp.example/acme/app' };
    expect(routed(ticket('opened', { repository: elsewhere }))).toMatchObject({
      host: 'ghe.corp.example',
      links: [{ ref: { host: 'ghe.corp.example' } }],
    });
  });
});

describe('any delivery', () => {
  it('of GitHub\u2019s published examples is routed or dropped for one of the reasons', () => {
    expect(examples).toHaveLength(726);
    for (const example of examples) {
      const routing = route(example, { ...context, authorizedUsers: ['Codertocat'], hosts: ['octocoders.github.io'] });
      if (routing.kind === 'dropped') expect(Object.keys(dropReasons)).toContain(routing.reason);
      else expect(routing.event.links.length).toBeGreaterThan(0);
    }
  });

  it('gets an answer, and always the same', () => {
    const names = fc.constantFrom(
      'action',
      'repository',
      'sender',
      'issue',
      'pull_request',
      'comment',
      'review',
      'workflow_run',
      'check_run',
      'check_suite',
      'label',
      'branches',
      'changes',
      'full_name',
      'number',
      'body',
      'user',
      'login',
      'head',
      'ref',
      'closingIssuesReferences',
      '__proto__',
      'constructor',
    );
    const { payload } = fc.letrec((tie) => ({
      payload: fc.oneof(
        { maxDepth: 4 },
        fc.anything(),
        fc.constantFrom('acme/app', 'opened', 'created', 'the-loop start', 12),
        fc.dictionary(names, tie('payload')),
      ),
    }));
    fc.assert(
      fc.property(fc.constantFrom(...routableEvents, 'push', '__proto__', ''), payload, (event, value) => {
        const given = { deliveryId: 'd', event, payload: value };
        expect(route(given, context)).toEqual(route(given, context));
      }),
      { numRuns: 500 },
    );
  });

  it('survives any field of a real one being replaced by anything', () => {
    const real = [
      commented('the-loop start'),
      pulled('opened', { body: 'Closes #1', head: { ref: 'issue-2' } }),
      reviewed('submitted'),
      ran({}),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...real), fc.nat(), fc.anything(), (given, place, value) => {
        const body = JSON.parse(JSON.stringify(given.payload)) as Record<string, unknown>;
        const names = Object.keys(body);
        body[names[place % names.length] ?? 'action'] = value;
        expect(['routed', 'dropped']).toContain(route({ ...given, payload: body }, context).kind);
      }),
    );
  });
});
