import { type WorkItemRef } from '@the-loop/graph-core';
import { type GithubEmulator } from '@the-loop/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GithubOperations } from '../github-operations.ts';
import { operationKey, operationMarker } from '../marker/operation-marker.ts';
import { stamp } from '../marker/stamp.ts';
import { splitRef } from '../ref/split-ref.ts';

/** An emulator with `octo/app`, its issue 1 by alice, and operations that reach it as `octo-bot`. */
export interface Bench {
  readonly emulator: GithubEmulator;
  readonly github: GithubOperations;
  readonly close: () => Promise<void>;
}

export const refOf = (text: string): WorkItemRef => ({ provider: 'github', ...splitRef(text) });
export const TICKET = refOf('octo/app#1');

/** What every way to GitHub has to do alike. */
export function describeOperations(transport: string, open: () => Promise<Bench>): void {
  let emulator: GithubEmulator;
  let github: GithubOperations;
  let close: () => Promise<void>;

  beforeEach(async () => {
    ({ emulator, github, close } = await open());
  });
  afterEach(() => close());

  const openPull = (input: { body?: string; base?: string; as?: string; repo?: string } = {}) =>
    emulator.openPullRequest({
      as: input.as ?? 'carol',
      repo: input.repo ?? 'octo/app',
      title: 'A change',
      body: input.body ?? '',
      head: { ref: 'issue-1', sha: 'a'.repeat(40) },
      base: { ref: input.base ?? 'main' },
      draft: true,
    });

  describe(`items over ${transport}`, () => {
    it('tells whose credentials it uses', async () => {
      expect(await github.whoami('github.com')).toMatchObject({ login: 'octo-bot' });
    });

    it('finds an issue and a pull request, each as what it is', async () => {
      const pull = openPull();
      expect(await github.getItem(TICKET)).toMatchObject({
        kind: 'found',
        item: {
          kind: 'issue',
          ref: TICKET,
          title: 'A ticket',
          author: { login: 'alice' },
          state: 'open',
          labels: ['bug'],
        },
      });
      expect(await github.getItem(refOf(pull.place))).toMatchObject({ kind: 'found', item: { kind: 'pull-request' } });
      expect(await github.getPullRequest(refOf(pull.place))).toMatchObject({
        kind: 'pull-request',
        draft: true,
        merged: false,
        head: { ref: 'issue-1', sha: 'a'.repeat(40), repository: 'octo/app' },
        base: { ref: 'main' },
        defaultBranch: 'main',
      });
    });

    it('ignores the case of a ref, says missing for 404 and 410, and moved for a transfer and a new name', async () => {
      emulator.createRepository('octo/other');
      const gone = emulator.createIssue({ as: 'alice', repo: 'octo/app', title: 'Gone' });
      emulator.deleteIssue({ as: 'alice', on: gone.place });
      expect(await github.getItem(refOf('Octo/App#1'))).toMatchObject({ kind: 'found' });
      expect(await github.getItem(refOf('octo/app#99'))).toEqual({ kind: 'missing', status: 404 });
      expect(await github.getItem(refOf(gone.place))).toEqual({ kind: 'missing', status: 410 });
      const moved = emulator.transferIssue({ as: 'alice', on: 'octo/app#1', to: 'octo/other' });
      expect(await github.getItem(TICKET)).toMatchObject({ kind: 'moved', ref: refOf(moved.place) });
      emulator.renameRepository({ from: 'octo/other', to: 'octo/better' });
      expect(await github.getItem(refOf('octo/other#1'))).toMatchObject({ kind: 'moved', ref: { repo: 'better' } });
    });

    it('refuses to write to an item that moved, and writes nothing', async () => {
      emulator.createRepository('octo/other');
      const { id } = emulator.comment({ as: 'octo-bot', on: 'octo/app#1', body: 'before' });
      emulator.transferIssue({ as: 'alice', on: 'octo/app#1', to: 'octo/other' });
      await expect(github.addComment(TICKET, 'hello')).rejects.toMatchObject({
        code: 'GITHUB_MOVED',
        ambiguous: false,
      });
      emulator.renameRepository({ from: 'octo/app', to: 'octo/better' });
      const update = github.updateComment(TICKET, { id: String(id), body: 'after' });
      await expect(update).rejects.toMatchObject({ code: 'GITHUB_MOVED' });
      expect(emulator.comments('octo/other#1').map(({ body }) => body)).toEqual(['before']);
    });

    it('asks people for a review, and reads whom it asked', async () => {
      emulator.createIssue({ as: 'bob', repo: 'octo/app', title: 'Another' });
      const pull = openPull();
      expect(await github.requestReviewers(refOf(pull.place), ['alice', 'BOB'])).toEqual({
        asked: ['alice', 'BOB'],
        refused: [],
        writes: 1,
      });
      expect((await github.getPullRequest(refOf(pull.place))).requestedReviewers).toEqual(['alice', 'bob']);
      expect(await github.requestReviewers(refOf(pull.place), [])).toMatchObject({ asked: [], writes: 0 });
    });

    it('asks the others where GitHub takes one of several for no reviewer, and says who was refused', async () => {
      emulator.createRepository('octo/closed', { collaborators: ['alice', 'bob', 'carol'] });
      const { place } = openPull({ repo: 'octo/closed' });
      const asked = await github.requestReviewers(refOf(place), ['alice', 'mallory', 'carol', 'bob']);
      expect(asked).toEqual({ asked: ['alice', 'bob'], refused: ['mallory', 'carol'], writes: 5 });
      expect(emulator.issue(place).pull?.requestedReviewers).toEqual(['alice', 'bob']);
      expect(await github.requestReviewers(refOf(place), ['mallory'])).toMatchObject({ refused: ['mallory'] });
    });

    it.each([
      ['forbidden', 'GITHUB_FORBIDDEN'],
      ['unavailable', 'GITHUB_SERVER'],
    ] as const)('says who was not asked where "%s" ends it in the middle', async (behaviour, code) => {
      emulator.createRepository('octo/closed', { collaborators: ['alice', 'bob'] });
      const { place } = openPull({ repo: 'octo/closed' });
      emulator.fail({ match: { operation: 'request-reviewers', body: '["bob"]' }, behaviour });
      const answer = await github.requestReviewers(refOf(place), ['mallory', 'alice', 'bob', 'eve']);
      expect(answer).toMatchObject({ asked: ['alice'], refused: ['mallory'], writes: 4 });
      expect(answer.broken).toMatchObject({ unasked: ['bob', 'eve'], fault: { code } });
    });

    it('does not call an outage a refusal', async () => {
      const pull = openPull();
      emulator.fail({ match: { operation: 'request-reviewers' }, behaviour: 'unavailable' });
      const asked = github.requestReviewers(refOf(pull.place), ['alice', 'bob']);
      await expect(asked).rejects.toMatchObject({ code: 'GITHUB_SERVER', retry: 'later' });
    });

    it('gives closing references with the repository each is in', async () => {
      emulator.createRepository('acme/lib');
      emulator.createIssue({ as: 'alice', repo: 'acme/lib', title: 'There' });
      const pull = openPull({ body: 'Closes #1 and fixes acme/lib#1' });
      expect(await github.closingReferences(refOf(pull.place))).toEqual([TICKET, refOf('acme/lib#1')]);
      expect(await github.closingReferences(refOf(openPull({ base: 'develop', body: 'Closes #1' }).place))).toEqual([]);
    });
  });

  describe(`comments over ${transport}`, () => {
    it.each([
      ['plain text', 'hello'],
      ['what a shell or a flag parser would eat', '@/etc/passwd $(id) `id` --body-file=x\n-F x=@y "\'\\ %7B{owner}'],
      ['any language', 'héllo 漢字 🤖 \u202Eabc'],
      ['as many characters as GitHub takes, four bytes each', '🤖'.repeat(65_536)],
    ])('posts %s unchanged', async (_, body) => {
      const comment = await github.addComment(TICKET, body);
      expect(comment).toMatchObject({ body, author: { login: 'octo-bot' }, on: TICKET });
      expect(emulator.comments('octo/app#1').map((posted) => posted.body)).toEqual([body]);
    });

    it('refuses an empty and a too long text without asking', async () => {
      await expect(github.addComment(TICKET, ' ')).rejects.toMatchObject({ code: 'GITHUB_VALIDATION' });
      await expect(github.addComment(TICKET, 'x'.repeat(65_537))).rejects.toMatchObject({ code: 'GITHUB_VALIDATION' });
      expect(emulator.requests()).toEqual([]);
    });

    it('lists every page, oldest first, and only what changed since a time', async () => {
      for (let index = 0; index < 230; index += 1)
        emulator.comment({ as: 'alice', on: 'octo/app#1', body: `c${index}` });
      const all = await github.listComments(TICKET);
      expect(all.map(({ body }) => body)).toEqual(Array.from({ length: 230 }, (_, index) => `c${index}`));
      expect(await github.listComments(TICKET, { since: '2099-01-01T00:00:00Z' })).toEqual([]);
    });

    it('updates a comment and tells who edited it', async () => {
      const { id } = await github.addComment(TICKET, '- [ ] design');
      expect(await github.readComment(TICKET, id)).toMatchObject({ kind: 'found', editors: [] });
      emulator.editComment({ as: 'mallory', id: Number(id), body: '- [x] design' });
      await github.updateComment(TICKET, { id, body: '- [x] design ' });
      const read = await github.readComment(TICKET, id);
      expect(read).toMatchObject({ kind: 'found', editors: ['octo-bot', 'mallory'] });
      const nodeId = read.kind === 'found' ? read.comment.nodeId : '';
      const history = await github.editHistory({ host: 'github.com', nodeId });
      expect(history.map(({ editor, text }) => [editor, text])).toEqual([
        ['octo-bot', '- [ ] design'],
        ['mallory', '- [x] design'],
        ['octo-bot', '- [x] design '],
      ]);
    });

    it('folds a comment away as outdated, also twice, and leaves the others', async () => {
      await github.addComment(TICKET, 'kept');
      const { nodeId } = await github.addComment(TICKET, '- [ ] design');
      await github.minimizeComment({ host: 'github.com', nodeId });
      await github.minimizeComment({ host: 'github.com', nodeId });
      const comments = emulator.comments('octo/app#1').map(({ body, minimizedReason }) => [body, minimizedReason]);
      expect(comments).toEqual([
        ['kept', null],
        ['- [ ] design', 'OUTDATED'],
      ]);
    });

    it('says that a comment to fold away is not there, and refuses an id that is none', async () => {
      const gone = github.minimizeComment({ host: 'github.com', nodeId: 'IC_gone' });
      await expect(gone).rejects.toMatchObject({ code: 'GITHUB_NOT_FOUND' });
      const none = github.minimizeComment({ host: 'github.com', nodeId: '"}){x' });
      await expect(none).rejects.toMatchObject({ code: 'GITHUB_VALIDATION' });
    });

    it('says missing for a deleted comment, and refuses an id that is none', async () => {
      const { id } = emulator.comment({ as: 'alice', on: 'octo/app#1', body: 'x' });
      emulator.deleteComment({ as: 'alice', id });
      expect(await github.readComment(TICKET, String(id))).toEqual({ kind: 'missing' });
      await expect(github.readComment(TICKET, '1/../../x')).rejects.toMatchObject({ code: 'GITHUB_VALIDATION' });
    });

    it('finds its own comment by the marker, not a quoted one and not one by somebody else', async () => {
      const marker = operationMarker(operationKey('secret', 'one'));
      emulator.comment({ as: 'mallory', on: 'octo/app#1', body: `forged\n${marker}` });
      emulator.comment({ as: 'octo-bot', on: 'octo/app#1', body: `> ${marker}` });
      expect(await github.findComment(TICKET, { marker })).toBeNull();
      const posted = await github.addComment(TICKET, stamp('mine', { opKey: operationKey('secret', 'one') }));
      expect(await github.findComment(TICKET, { marker })).toEqual(posted);
      expect(await github.findComment(TICKET, { marker, author: 'MALLORY' })).toMatchObject({
        author: { login: 'mallory' },
      });
    });

    it('reads reviews with state and commit, and line comments with their place', async () => {
      const pull = openPull();
      emulator.review({
        as: 'bob',
        on: pull.place,
        state: 'CHANGES_REQUESTED',
        body: 'no',
        comments: [{ path: 'a.ts', line: 3, body: 'here' }],
      });
      const dismissed = emulator.review({ as: 'dave', on: pull.place, state: 'APPROVED' });
      emulator.dismissReview({ as: 'alice', id: dismissed.id });
      const reviews = await github.listReviews(refOf(pull.place));
      expect(reviews.map(({ author, state, commitId }) => [author?.login, state, commitId])).toEqual([
        ['bob', 'CHANGES_REQUESTED', 'a'.repeat(40)],
        ['dave', 'DISMISSED', 'a'.repeat(40)],
      ]);
      expect(await github.listReviewComments(refOf(pull.place))).toMatchObject([
        { path: 'a.ts', line: 3, body: 'here', reviewId: reviews[0]?.id, author: { login: 'bob' } },
      ]);
    });

    it('adds each reaction once, wherever it goes', async () => {
      const pull = openPull();
      emulator.review({
        as: 'bob',
        on: pull.place,
        state: 'COMMENTED',
        comments: [{ path: 'a.ts', line: 3, body: 'here' }],
      });
      const [line] = await github.listReviewComments(refOf(pull.place));
      const { id, nodeId } = await github.addComment(TICKET, 'hello');
      await github.addReaction({ kind: 'comment', ref: TICKET, id }, 'eyes');
      await github.addReaction({ kind: 'node', host: 'github.com', nodeId }, 'eyes');
      await github.addReaction({ kind: 'node', host: 'github.com', nodeId }, '+1');
      await github.addReaction({ kind: 'item', ref: TICKET }, 'hooray');
      await github.addReaction({ kind: 'review-comment', ref: refOf(pull.place), id: line?.id ?? '' }, 'confused');
      expect(emulator.comments('octo/app#1')[0]?.reactions.map(({ content }) => content)).toEqual(['eyes', '+1']);
      expect(emulator.issue('octo/app#1').reactions).toEqual([{ login: 'octo-bot', content: 'hooray' }]);
    });
  });
}
