import { type GithubEmulator } from '@the-loop/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GithubOperations } from '../github-operations.ts';
import { type Bench, refOf, TICKET } from './operations-suite.ts';

const REPOSITORY = { host: 'github.com', owner: 'octo', repo: 'app' };

/** The second half of what every way to GitHub has to do alike: labels, polling, deliveries. */
export function describeRepository(transport: string, open: () => Promise<Bench>): void {
  let emulator: GithubEmulator;
  let github: GithubOperations;
  let close: () => Promise<void>;

  beforeEach(async () => {
    ({ emulator, github, close } = await open());
  });
  afterEach(() => close());

  const openPull = () =>
    emulator.openPullRequest({
      as: 'carol',
      repo: 'octo/app',
      title: 'A change',
      head: { ref: 'issue-1', sha: 'a'.repeat(40) },
    });

  describe(`labels over ${transport}`, () => {
    const group = { prefix: 'loop:', label: 'loop:implementation', known: ['loop:design', 'loop:review'] };
    const writes = () => emulator.writes().map(({ operation }) => operation);

    it('makes a missing label, replaces those of its group, and touches no other', async () => {
      emulator.setLabels({
        as: 'alice',
        on: 'octo/app#1',
        names: ['bug', 'Loop:design', 'loop:review', 'loop:mine', 'auto'],
      });
      expect(await github.syncLabelGroup(TICKET, group)).toEqual({
        added: 'loop:implementation',
        removed: ['Loop:design', 'loop:review'],
        writes: 2,
      });
      expect(emulator.issue('octo/app#1').labels).toEqual(['bug', 'loop:mine', 'auto', 'loop:implementation']);
      expect(writes()).toEqual(['create-label', 'swap-labels']);
    });

    it('changes labels in one write when the label exists, on pull requests too', async () => {
      const pull = openPull();
      emulator.setLabels({ as: 'alice', on: 'octo/app#1', names: ['loop:implementation', 'loop:design'] });
      emulator.setLabels({ as: 'alice', on: pull.place, names: ['loop:design'] });
      await github.syncLabelGroup(refOf(pull.place), group);
      expect(await github.syncLabelGroup(TICKET, group)).toEqual({ added: null, removed: ['loop:design'], writes: 1 });
      expect(emulator.issue(pull.place).labels).toEqual(['loop:implementation']);
      expect(writes()).toEqual(['swap-labels', 'swap-labels']);
    });

    it('writes nothing when the labels are right, whatever their case', async () => {
      emulator.setLabels({ as: 'alice', on: 'octo/app#1', names: ['bug', 'LOOP:Implementation'] });
      expect(await github.syncLabelGroup(TICKET, group)).toEqual({ added: null, removed: [], writes: 0 });
      expect(writes()).toEqual([]);
    });

    it('copes with a label that people would have to encode', async () => {
      const label = 'loop: a/b?c=d#e é';
      await github.syncLabelGroup(TICKET, { ...group, label });
      expect(emulator.issue('octo/app#1').labels).toEqual(['bug', label]);
    });
  });

  describe(`polling over ${transport}`, () => {
    it('says unchanged for as long as nothing changed, for items and comments', async () => {
      emulator.comment({ as: 'alice', on: 'octo/app#1', body: 'first' });
      const items = await github.listItems(REPOSITORY);
      const comments = await github.listRepositoryComments(REPOSITORY, { since: '2020-01-01T00:00:00Z' });
      if (items.kind !== 'changed' || comments.kind !== 'changed') throw new Error('a first read has everything');
      expect(items.entries.map(({ ref }) => ref)).toEqual([TICKET]);
      expect(comments.entries).toMatchObject([{ body: 'first', on: TICKET }]);
      expect(await github.listItems(REPOSITORY, { etag: items.etag ?? '' })).toEqual({ kind: 'unchanged' });
      const again = { since: '2020-01-01T00:00:00Z', etag: comments.etag ?? '' };
      expect(await github.listRepositoryComments(REPOSITORY, again)).toEqual({ kind: 'unchanged' });
      emulator.comment({ as: 'alice', on: 'octo/app#1', body: 'second' });
      expect(await github.listRepositoryComments(REPOSITORY, again)).toMatchObject({
        kind: 'changed',
        entries: [{ body: 'second' }, { body: 'first' }],
      });
    });

    it('reads line comments of a repository', async () => {
      const pull = openPull();
      emulator.review({
        as: 'bob',
        on: pull.place,
        state: 'COMMENTED',
        comments: [{ path: 'a.ts', line: 3, body: 'here' }],
      });
      expect(await github.listRepositoryReviewComments(REPOSITORY)).toMatchObject({
        kind: 'changed',
        entries: [{ body: 'here', path: 'a.ts' }],
      });
    });

    it('surveys a repository under an old name: what it is called, and what is not there any more', async () => {
      const pull = openPull();
      emulator.createRepository('octo/other');
      const { number } = emulator.createIssue({ as: 'alice', repo: 'octo/app', title: 'Goes' });
      emulator.transferIssue({ as: 'alice', on: `octo/app#${number}`, to: 'octo/other' });
      const numbers = { pulls: [refOf(pull.place).number, 98], items: [1, number, 99] };
      const before = await github.surveyRepository(REPOSITORY, numbers);
      expect(before.repository).toEqual(REPOSITORY);
      expect([...before.heads.keys()]).toEqual([refOf(pull.place).number]);
      expect(before.absent).toEqual([98, number, 99]);
      emulator.renameRepository({ from: 'octo/app', to: 'acme/better' });
      const after = await github.surveyRepository(REPOSITORY, { pulls: [], items: [] });
      expect(after).toMatchObject({ id: before.id, repository: { owner: 'acme', repo: 'better' }, absent: [] });
      await expect(
        github.surveyRepository({ ...REPOSITORY, repo: 'none' }, { pulls: [], items: [1] }),
      ).rejects.toMatchObject({ code: 'GITHUB_NOT_FOUND' });
    });

    it('tells who closed a ticket, a person or a merge, also when it is open again', async () => {
      expect(await github.closer(TICKET)).toBeNull();
      emulator.closeIssue({ as: 'alice', on: 'octo/app#1' });
      expect(await github.closer(TICKET)).toMatchObject({ by: 'person' });
      emulator.reopenIssue({ as: 'alice', on: 'octo/app#1' });
      expect(await github.closer(TICKET)).toMatchObject({ by: 'person' });
      const pull = emulator.openPullRequest({
        as: 'carol',
        repo: 'octo/app',
        title: 'A change',
        body: 'Closes #1',
        head: { ref: 'issue-1' },
      });
      emulator.merge({ as: 'bob', on: pull.place });
      expect(await github.closer(TICKET)).toMatchObject({ by: 'merge' });
      expect(await github.closer(refOf(pull.place))).toMatchObject({ by: 'person' });
    });

    it('lists failed deliveries of our webhook and asks for them again', async () => {
      emulator.addWebhook({ url: 'http://127.0.0.1:9/hook' });
      emulator.comment({ as: 'alice', on: 'octo/app#1', body: 'nobody hears this' });
      await emulator.drained();
      const [hookId = ''] = await github.findWebhooks(REPOSITORY, 'http://127.0.0.1:9/hook');
      const [delivery] = await github.listDeliveries(REPOSITORY, { hookId, since: '2020-01-01T00:00:00Z' });
      expect(delivery).toMatchObject({ event: 'issue_comment', action: 'created', statusCode: 0, redelivery: false });
      await github.redeliver(REPOSITORY, { hookId, id: delivery?.id ?? '' });
      await emulator.drained();
      expect(emulator.deliveries().map(({ guid }) => guid)).toEqual([delivery?.guid, delivery?.guid]);
      expect(await github.listDeliveries(REPOSITORY, { hookId, since: '2099-01-01T00:00:00Z' })).toEqual([]);
    });
  });
}
