import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkshop, type Workshop } from '../testing/workshop.ts';
import { checkGit } from './check-git.ts';
import { checkoutBelongsTo } from './checkout-belongs-to.ts';
import { prepareWorkspace } from './prepare-workspace.ts';
import { workspacePaths } from './workspace-paths.ts';

let shop: Workshop;

beforeEach(async () => {
  shop = await openWorkshop();
});

afterEach(() => shop.close());

const code = (value: string) => expect.objectContaining({ code: value });

describe('the checkout of a work item', () => {
  it('is on its own branch from the default branch, with nothing to commit', async () => {
    const made = await prepareWorkspace(shop.request(7));
    expect(made).toMatchObject({ created: true, branch: 'loop/issue-7', refreshed: true });
    expect(await readFile(join(made.cwd, 'README.md'), 'utf8')).toBe('# acme/app\n');
    expect((await shop.git(made.cwd, 'status', '--porcelain')).output).toBe('');
  });

  it('can commit and push without a home directory and without naming the branch', async () => {
    const { cwd } = await prepareWorkspace(shop.request(7));
    await writeFile(join(cwd, 'a.txt'), 'a\n');
    await shop.git(cwd, 'add', '-A');
    expect((await shop.git(cwd, 'commit', '--quiet', '-m', 'a')).code).toBe(0);
    expect((await shop.git(cwd, 'push', '--quiet')).code).toBe(0);
    expect(await shop.origin.readFile('acme/app', 'loop/issue-7', 'a.txt')).toBe('a\n');
  });

  it('does not commit files that come and go', async () => {
    const { cwd } = await prepareWorkspace({ ...shop.request(7), transient: ['.graph-state-*'] });
    await writeFile(join(cwd, '.graph-state-0123'), 'half');
    expect((await shop.git(cwd, 'status', '--porcelain')).output).toBe('');
  });

  it('is reused as it is, without asking the remote', async () => {
    const { cwd } = await prepareWorkspace(shop.request(7));
    await writeFile(join(cwd, 'wip.txt'), 'work\n');
    await rm(shop.origin.remote('acme/app'), { recursive: true });
    expect(await prepareWorkspace(shop.request(7))).toEqual({
      cwd,
      created: false,
      branch: 'loop/issue-7',
      refreshed: true,
    });
    expect(await readFile(join(cwd, 'wip.txt'), 'utf8')).toBe('work\n');
  });

  it('takes up commits that the remote lacks when its folder was lost', async () => {
    const { cwd } = await prepareWorkspace(shop.request(7));
    await shop.git(cwd, 'commit', '--quiet', '--allow-empty', '-m', 'only here');
    await rm(cwd, { recursive: true });
    await shop.origin.pushBranch('acme/app', 'loop/issue-7', { files: { 'theirs.txt': 'x' } });
    const again = await prepareWorkspace(shop.request(7));
    expect(again.created).toBe(true);
    expect((await shop.git(again.cwd, 'log', '-1', '--format=%s')).output.trim()).toBe('only here');
  });

  it('takes up what another machine pushed', async () => {
    await shop.origin.pushBranch('acme/app', 'loop/issue-7', { files: { 'theirs.txt': 'x' } });
    const { cwd } = await prepareWorkspace(shop.request(7));
    expect(await readFile(join(cwd, 'theirs.txt'), 'utf8')).toBe('x');
  });

  it('uses known commits, and says so, when the remote does not answer', async () => {
    await prepareWorkspace(shop.request(7));
    await rm(shop.origin.remote('acme/app'), { recursive: true });
    expect(await prepareWorkspace(shop.request(8))).toMatchObject({ created: true, refreshed: false });
  });
});

describe('the checkout of a pull request', () => {
  const infra = { host: 'github.com', owner: 'acme', repo: 'infra' };
  const pull = () => ({
    repository: infra,
    remote: shop.origin.remote('acme/infra'),
    pullRequest: { number: 3, branch: 'topic' },
  });

  it('is on its head branch, in its own repository, under the work item', async () => {
    await shop.origin.pushBranch('acme/infra', 'topic', { files: { 'main.tf': 'x' } });
    const made = await prepareWorkspace(shop.request(7, pull()));
    expect(made).toMatchObject({ created: true, branch: 'topic' });
    expect(await readFile(join(made.cwd, 'main.tf'), 'utf8')).toBe('x');
    expect(dirname(made.cwd)).toBe(dirname((await prepareWorkspace(shop.request(7))).cwd));
  });

  it('of a fork follows the pull request’s ref on a branch of ours', async () => {
    const head = await shop.origin.pushBranch('acme/infra', 'topic', { files: { 'fork.txt': 'x' } });
    await shop.git(shop.origin.remote('acme/infra'), 'update-ref', 'refs/pull/3/head', head);
    await shop.origin.deleteBranch('acme/infra', 'topic');
    const made = await prepareWorkspace(
      shop.request(7, { ...pull(), pullRequest: { number: 3, branch: 'main', fork: true } }),
    );
    expect(made.branch).toBe('loop/pr-3');
    expect(await readFile(join(made.cwd, 'fork.txt'), 'utf8')).toBe('x');
  });

  it('is refused when the branch is not there, is taken, or a reused checkout left it', async () => {
    await expect(prepareWorkspace(shop.request(7, pull()))).rejects.toThrow(code('WORKSPACE_BRANCH_MISSING'));
    await shop.origin.pushBranch('acme/infra', 'topic', { files: {} });
    const { cwd } = await prepareWorkspace(shop.request(7, pull()));
    await expect(prepareWorkspace(shop.request(8, pull()))).rejects.toThrow(code('WORKSPACE_BRANCH_BUSY'));
    await shop.git(cwd, 'checkout', '--quiet', '-b', 'elsewhere');
    await expect(prepareWorkspace(shop.request(7, pull()))).rejects.toThrow(code('WORKSPACE_BRANCH_MISMATCH'));
  });
});

describe('a clone', () => {
  it('is shared: six items of one new repository at once are six checkouts of one clone', async () => {
    const made = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => prepareWorkspace(shop.request(number))));
    expect(new Set(made.map((one) => one.cwd)).size).toBe(6);
    expect(await readdir(join(shop.root, 'work', 'repositories'))).toEqual(['github.com__acme__app.git']);
  });

  it('that was interrupted is made anew', async () => {
    const paths = workspacePaths(shop.request(7));
    await mkdir(`${paths.clone}.partial/objects`, { recursive: true });
    expect((await prepareWorkspace(shop.request(7))).created).toBe(true);
  });

  it('that cannot be fetched leaves nothing that looks like one', async () => {
    const remote = join(shop.root, 'no-such', 'acme', 'app.git');
    await expect(prepareWorkspace(shop.request(7, { remote }))).rejects.toThrow(code('WORKSPACE_REMOTE_REFUSED'));
    expect((await prepareWorkspace(shop.request(7))).created).toBe(true);
  });

  it('of a repository without a commit is refused, and works after the first push', async () => {
    const remote = join(shop.root, 'empty', 'acme', 'app.git');
    await shop.git(shop.root, 'init', '--quiet', '--bare', '--initial-branch=main', remote);
    await expect(prepareWorkspace(shop.request(7, { remote }))).rejects.toThrow(code('WORKSPACE_REMOTE_EMPTY'));
  });

  it('follows the configured remote when it moves', async () => {
    await prepareWorkspace(shop.request(7));
    const moved = join(shop.root, 'moved', 'acme', 'app.git');
    await mkdir(dirname(moved), { recursive: true });
    await rename(shop.origin.remote('acme/app'), moved);
    expect(await prepareWorkspace(shop.request(8, { remote: moved }))).toMatchObject({
      created: true,
      refreshed: true,
    });
  });
});

describe('a folder in the place of a checkout', () => {
  it('that we did not make is refused and left alone', async () => {
    const { cwd } = workspacePaths(shop.request(7));
    await mkdir(cwd, { recursive: true });
    await writeFile(join(cwd, 'mine.txt'), 'x');
    await expect(prepareWorkspace(shop.request(7))).rejects.toThrow(code('WORKSPACE_FOREIGN'));
    expect(await readdir(cwd)).toEqual(['mine.txt']);
  });

  it('A24: that is a checkout of another repository is refused, whatever its marker says', async () => {
    const { cwd } = await prepareWorkspace(shop.request(7));
    await rm(cwd, { recursive: true });
    await shop.git(shop.root, 'clone', '--quiet', shop.origin.remote('acme/infra'), cwd);
    await expect(prepareWorkspace(shop.request(7))).rejects.toThrow(code('WORKSPACE_FOREIGN'));
  });

  it('that is a link out of the root is refused', async () => {
    const { cwd } = await prepareWorkspace(shop.request(7));
    const elsewhere = join(shop.root, 'elsewhere');
    await rename(cwd, elsewhere);
    await symlink(elsewhere, cwd);
    await expect(prepareWorkspace(shop.request(7))).rejects.toThrow(code('WORKSPACE_FOREIGN'));
  });

  it('that git did not finish is made anew', async () => {
    const { cwd } = await prepareWorkspace(shop.request(7));
    const { marker } = workspacePaths(shop.request(7));
    await writeFile(marker, (await readFile(marker, 'utf8')).replace('ready', 'creating'));
    await rm(join(cwd, 'README.md'));
    expect((await prepareWorkspace(shop.request(7))).created).toBe(true);
    expect(await readFile(join(cwd, 'README.md'), 'utf8')).toBe('# acme/app\n');
  });
});

describe('before git is run', () => {
  it.each([
    ['WORKSPACE_REMOTE_INVALID', { remote: '--upload-pack=/bin/sh' }],
    ['WORKSPACE_REMOTE_INVALID', { remote: 'ext::sh -c true' }],
    ['WORKSPACE_BRANCH_INVALID', { id: '../x y' }],
    ['WORKSPACE_BRANCH_INVALID', { pullRequest: { number: 1, branch: '--exec=x' } }],
    ['WORKSPACE_NAME_INVALID', { key: '../../x' }],
  ])('A13, A16: %s', async (expected, more) => {
    await expect(prepareWorkspace(shop.request(7, more))).rejects.toThrow(code(expected));
    expect(await readdir(shop.root)).not.toContain('work');
  });
});

describe('git itself', () => {
  it('is looked for, and its absence says what to do', async () => {
    const { environment } = shop;
    expect(await checkGit({ environment })).toMatchObject({ kind: 'found' });
    expect(await checkGit({ environment, gitBinary: 'no-such-git' })).toMatchObject({
      kind: 'missing',
      remedy: expect.stringContaining('Install'),
    });
    const request = shop.request(7, { gitBinary: 'no-such-git' });
    await expect(prepareWorkspace(request)).rejects.toThrow(code('WORKSPACE_GIT_MISSING'));
  });

  it('runs no hook of the machine and is not aimed elsewhere by the environment', async () => {
    const hooks = join(shop.root, 'hooks');
    await mkdir(hooks);
    await writeFile(join(hooks, 'post-checkout'), `#!/bin/sh\ntouch ${join(shop.root, 'ran')}\n`, { mode: 0o755 });
    const environment = {
      ...shop.environment,
      GIT_DIR: '/nowhere',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.hooksPath',
      GIT_CONFIG_VALUE_0: hooks,
    };
    expect((await prepareWorkspace(shop.request(7, { environment }))).created).toBe(true);
    expect(await readdir(shop.root)).not.toContain('ran');
  });

  it('stops when the caller does', async () => {
    await expect(prepareWorkspace(shop.request(7, { signal: AbortSignal.abort(new Error('enough')) }))).rejects.toThrow(
      'enough',
    );
  });
});

it('tells whose checkout a folder is; a folder that cannot say is nobody’s', async () => {
  const { cwd } = await prepareWorkspace(shop.request(7));
  const ask = (more: object) =>
    checkoutBelongsTo({
      cwd,
      environment: shop.environment,
      repository: { host: 'github.com', owner: 'Acme', repo: 'App' },
      ...more,
    });
  expect(await ask({})).toBe(true);
  expect(await ask({ repository: { host: 'github.com', owner: 'acme', repo: 'infra' } })).toBe(false);
  expect(await ask({ cwd: shop.root })).toBe(false);
  expect(await ask({ cwd: join(cwd, '.git') })).toBe(false);
  expect(await ask({ cwd: '/no/such/folder' })).toBe(false);
});
