import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultOperatorConfig, type OperatorConfig } from '@the-loop/config';
import { createRecorder } from '@the-loop/events';
import { complete, flushEffects, force, skip, start, type VerbContext } from '@the-loop/graph-runtime';
import { GIT_IDENTITY, type GithubEmulator, runGit, startGithubEmulator } from '@the-loop/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CheckoutOptions, openCheckout } from './open-checkout.ts';

const item = { address: { id: 'issue-1' } };

let folder: string;
let github: GithubEmulator;
let ticket: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'checkout-'));
  mkdirSync(path.join(folder, '.the-loop'));
  mkdirSync(path.join(folder, '.git'));
  writeFileSync(
    path.join(folder, '.the-loop/harness-config.yaml'),
    'ticketing:\n  github: { owner: acme, repo: app }\n',
  );
  github = await startGithubEmulator({ users: { 'bot token': 'the-loop[bot]' } });
  github.createRepository('acme/app');
  ticket = github.createIssue({ as: 'alice', repo: 'acme/app', title: 'Dark mode' }).place;
});
afterEach(async () => {
  await github.close();
  rmSync(folder, { recursive: true, force: true });
});

function operator(): OperatorConfig {
  const base = defaultOperatorConfig;
  const host = base.integrations.github.hosts['github.com'];
  if (host === undefined) throw new Error('github.com is no default');
  const hosts = { 'github.com': { ...host, apiBase: github.url, tokenEnv: ['BOT_TOKEN'], transport: 'api' as const } };
  return { ...base, integrations: { github: { hosts } } };
}

const open = (change: Partial<OperatorConfig> = {}, given: Partial<CheckoutOptions> = {}): Promise<VerbContext> =>
  openCheckout({
    repo: folder,
    operator: { ...operator(), ...change },
    environment: { BOT_TOKEN: 'bot token' },
    principal: { login: 'alice' },
    secret: () => 'ab'.repeat(32),
    typedFacts: path.join(folder, 'state/typed-facts'),
    emit: createRecorder().emit,
    ...given,
  });
const thread = () => github.comments(ticket).map(({ body }) => body);
const checklists = () => thread().filter((body) => body.includes('<!-- the-loop:phase-selection -->'));

describe('a verb at a terminal', () => {
  it('makes its own writes at once', async () => {
    const report = await start(await open(), item);
    expect(report).toMatchObject({ pendingWrites: 0, degraded: [] });
    expect(checklists()).toHaveLength(1);
    expect(github.issue(ticket).labels).toEqual(['loop:phase-selection']);
  });

  it('asks nobody again whose approval differs from the head in the directory of the item only', async () => {
    const environment = { BOT_TOKEN: 'bot token', PATH: process.env['PATH'] ?? '', ...GIT_IDENTITY };
    const { store, performer } = await open({}, { environment });
    const commit = async (file: string) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), file);
      await runGit(['-C', folder, 'add', '--force', file], environment);
      await runGit(['-C', folder, 'commit', '--quiet', '--message', file], environment);
      const sha = (await runGit(['-C', folder, 'rev-parse', 'HEAD'], environment)).output.trim();
      github.push({ as: 'carol', on: pull.place, sha });
    };
    const pull = github.openPullRequest({ as: 'carol', repo: 'acme/app', title: 'A', head: { ref: 'issue-1' } });
    await runGit(['-C', folder, 'init', '--quiet'], environment);
    await commit('src/a.ts');
    github.review({ as: 'alice', on: pull.place, state: 'APPROVED' });
    await commit('src/b.ts');
    github.review({ as: 'bob', on: pull.place, state: 'APPROVED' });
    await commit(`${store.directory('issue-1')}/execution-log.md`);
    const effect = { kind: 'reviewers', ref: pull.ref, logins: ['alice', 'bob'] } as const;
    const pending = { key: 'k', hook: 'h', node: 'n', at: '', effect, attempts: 0, lastError: '' };
    const end = await performer.perform({ id: 'issue-1' }, pending, AbortSignal.timeout(10_000));
    expect([end.kind, github.issue(pull.place).pull?.requestedReviewers]).toEqual(['done', ['alice']]);
  });

  it.each(['unavailable', 'reset-before', 'forbidden', 'unauthorized'] as const)(
    'warns of a write that fails (%s), keeps it, and the next verb makes it, once',
    async (behaviour) => {
      const heal = github.fail({ match: { operation: 'add-comment' }, behaviour, times: 1000 });
      const report = await start(await open(), item);
      expect(report).toMatchObject({ status: 'pass', currentNode: 'phase-selection', pendingWrites: 1 });
      expect(report?.messages.join('\n')).toContain('warning: post-phase-selection did not complete: ');
      expect(thread()).toEqual([]);
      heal();
      const next = await skip(await open(), { ...item, tokens: ['evidence'], reason: 'docs only' });
      expect(next).toMatchObject({ warnings: [] });
      expect(checklists()).toHaveLength(1);
      expect(thread()).toHaveLength(2);
      expect(await flushEffects(await open(), 'issue-1')).toEqual({ done: 0, waiting: 0 });
    },
    20_000,
  );

  it('finds a write whose answer was lost, and does not make it again', async () => {
    const heal = github.fail({ match: { operation: 'add-comment' }, behaviour: 'lost-answer', times: 1 });
    const silent = github.fail({ match: { operation: 'list-comments' }, behaviour: 'unavailable', times: 1000 });
    const report = await start(await open(), item);
    expect(report).toMatchObject({ pendingWrites: 1 });
    heal();
    silent();
    expect(await flushEffects(await open(), 'issue-1')).toEqual({ done: 1, waiting: 0 });
    expect(checklists()).toHaveLength(1);
  }, 20_000);

  it('tries nothing overdue at a host that just failed', async () => {
    github.fail({ match: { operation: 'add-comment' }, behaviour: 'forbidden', times: 1000 });
    await start(await open(), item);
    const before = github.writes().length;
    const report = await force(await open(), { ...item, to: 'design', reason: 'hurry' });
    expect(report).toMatchObject({ currentNode: 'design' });
    const tried = github
      .writes()
      .slice(before)
      .filter(({ operation }) => operation === 'add-comment');
    expect(tried).toHaveLength(1);
  });

  it('runs the operator’s verification on a claim, and keeps what came of it', async () => {
    const verify = { command: [process.execPath, '-e', 'process.exit(Number(process.env.BOT_TOKEN !== undefined))'] };
    const verbs = await open({ verify });
    await start(verbs, { ...item, loop: 'pdlc-adhoc-loop' });
    expect(await complete(verbs, item)).toMatchObject({ status: 'pass', currentNode: 'review' });
    const { facts } = (await verbs.store.load(item.address)).state;
    expect(facts.find(({ kind }) => kind === 'verified')).toMatchObject({ node: 'work', exitCode: 0 });
  });

  it.each([
    ['A14', 'octo/repo#--body-file=/etc/passwd', /malformed|is no ref|expected/i],
    ['A14', 'octo/repo#7/../x', /malformed|is no ref|expected/i],
    ['A15', 'github:ghe.example/octo/repo#7', /ghe\.example/],
  ])('%s of the hooks: asks nobody about the ref %s, and says why', async (_number, ref, why) => {
    const report = await start(await open(), { ...item, ref });
    expect(report?.messages.join('\n')).toMatch(why);
    expect(github.requests()).toEqual([]);
  });

  describe('writes to the repository that the checkout comes from', () => {
    const originIs = (url: string) =>
      writeFileSync(path.join(folder, '.git/config'), `[remote "origin"]\n\turl = ${url}\n`);
    const policy = (...writableRepositories: string[]) => ({ policy: { approverMayNotBe: [], writableRepositories } });
    const mine = 'https://github.com/octo/repo';

    interface Vouched {
      readonly url: string;
      readonly operatorSays?: Partial<OperatorConfig>;
      readonly given?: Partial<CheckoutOptions>;
    }

    it.each<[string, Vouched]>([
      ['declared and the origin', { url: 'git@github.com:ACME/app.git' }],
      ['declared where the origin is a folder', { url: '/srv/git/app.git' }],
      ['passed', { url: mine, given: { ref: 'github:acme/app#1' } }],
      ['listed by the operator', { url: mine, operatorSays: policy('Acme/App') }],
    ])('when it is %s', async (_case, { url, operatorSays = {}, given = {} }) => {
      originIs(url);
      expect(await start(await open(operatorSays, given), item)).toMatchObject({ pendingWrites: 0, degraded: [] });
      expect(checklists()).toHaveLength(1);
    });

    it.each([
      ['A1: and not when another repository is declared', mine, {}],
      ['A1: and not when it is declared, and the origin is on another host', 'https://gitlab.com/acme/app', {}],
      ['A14: and not when the ref of another repository was passed', mine, { ref: 'github:octo/repo#1' }],
    ])('%s', async (_case, url, given) => {
      originIs(url);
      const report = await start(await open({}, given), item);
      expect(report).toMatchObject({ status: 'pass', currentNode: 'phase-selection' });
      expect(report?.messages.join('\n')).toMatch(
        /acme\/app is not the repository .* Pass --ref github:acme\/app#1, or list acme\/app under policy\.writableRepositories/,
      );
      expect(github.writes()).toEqual([]);
    });

    it('A1: and reads nobody’s words in another one that is declared, unless somebody vouches for it', async () => {
      originIs(mine);
      const refused = { code: 'SERVICE_READ_REFUSED', message: expect.stringContaining('octo/repo') as string };
      const { remote } = await open();
      await expect(remote?.listComments('github:acme/app#1')).rejects.toMatchObject(refused);
      await expect(remote?.readComment('github:acme/app#1', '1')).rejects.toMatchObject(refused);
      await expect(remote?.readMerge('github:acme/app#1')).rejects.toMatchObject(refused);
      await expect(remote?.readLinks('github:acme/app#1')).rejects.toMatchObject(refused);
      expect(github.requests()).toEqual([]);
      const vouched = await open(policy('acme/app'));
      expect(await vouched.remote?.listComments('github:acme/app#1')).toEqual([]);
    });

    it('A1: and not to a repository that is listed, on another host', async () => {
      const base = operator();
      const { 'github.com': host } = base.integrations.github.hosts;
      if (host === undefined) throw new Error('github.com is no default');
      const hosts = { 'github.com': host, 'ghe.corp.example': host };
      writeFileSync(path.join(folder, '.the-loop/harness-config.yaml'), '');
      originIs('https://github.com/octo/repo');
      const listed = { ...policy('octo/tickets'), integrations: { github: { hosts } } };
      const report = await start(await open(listed), { ...item, ref: 'github:ghe.corp.example/octo/tickets#1' });
      expect(report?.messages.join('\n')).toContain('list ghe.corp.example/octo/tickets under');
      expect(github.writes()).toEqual([]);
    });

    it('on the host of the origin, where that is one of the operator’s', async () => {
      originIs('https://ghe.corp.example/acme/app');
      const base = operator();
      const { 'github.com': host } = base.integrations.github.hosts;
      if (host === undefined) throw new Error('github.com is no default');
      const hosts = { 'github.com': { ...host, apiBase: 'http://127.0.0.1:9' }, 'ghe.corp.example': host };
      const verbs = await open({ integrations: { github: { hosts } } });
      expect(await start(verbs, item)).toMatchObject({ pendingWrites: 0, degraded: [] });
      expect(checklists()).toHaveLength(1);
    });

    it('A1: and not to the repository of a pull request that nobody vouched for', async () => {
      originIs('https://github.com/acme/app');
      github.createRepository('evil/infra');
      const inner = { address: { id: 'issue-1', pr: 7, prRepo: 'evil/infra' } };
      const report = await force(await open(), { ...inner, to: 'complete', reason: 'hurry' });
      expect(report.warnings.join('\n')).toContain('evil/infra is not the repository');
      expect(github.writes()).toEqual([]);
    });
  });

  it('asks who we post as when a thread is read, and not before', async () => {
    const verbs = await open();
    expect(verbs.settings.ownLogins).toEqual([]);
    expect(github.requests()).toEqual([]);
    await verbs.remote?.listComments('github:acme/app#1');
    expect(verbs.settings.ownLogins).toEqual(['the-loop[bot]']);
  });

  it('reads no thread while GitHub does not say who we post as', async () => {
    const heal = github.fail({ match: {}, behaviour: 'forbidden', times: 1000 });
    const { remote, settings } = await open();
    const unknown = { code: 'SERVICE_OWN_LOGIN_UNKNOWN' };
    await expect(remote?.listComments('github:acme/app#1')).rejects.toMatchObject(unknown);
    await expect(remote?.readComment('github:acme/app#1', '1')).rejects.toMatchObject(unknown);
    heal();
    await remote?.listComments('github:acme/app#1');
    expect(settings.ownLogins).toEqual(['the-loop[bot]']);
  });
});
