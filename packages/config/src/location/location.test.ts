import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultHarnessConfig } from '../harness/harness-config.ts';
import { defaultOperatorConfig } from '../operator/operator-defaults.ts';
import { resolveConfigPath } from './config-path.ts';
import { loadHarnessConfig, loadOperatorConfig } from './load-config.ts';
import { stateRoot } from './state-root.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'the-loop-config-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const bases = () => ({ stateRoot: join(folder, 'state'), home: '/home/me' });

it.each([
  [{ THE_LOOP_STATE: '/var/lib/loop/' }, 'linux', '/var/lib/loop/'],
  [{ THE_LOOP_STATE: '~/loop' }, 'linux', '/home/me/loop'],
  [{ THE_LOOP_STATE: '~' }, 'linux', '/home/me'],
  [{ THE_LOOP_STATE: '' }, 'linux', '/home/me/.local/state/the-loop'],
  [{ XDG_STATE_HOME: '/x/state' }, 'linux', '/x/state/the-loop'],
  [{ XDG_STATE_HOME: 'relative' }, 'linux', '/home/me/.local/state/the-loop'],
  [{}, 'darwin', '/Users/me/Library/Application Support/the-loop'],
  [{ LOCALAPPDATA: 'D:\\data' }, 'win32', 'D:\\data\\the-loop'],
  [{}, 'win32', 'C:\\Users\\me\\AppData\\Local\\the-loop'],
] as const)('keeps state for %j on %s', (env, platform, root) => {
  const homes = { linux: '/home/me', darwin: '/Users/me', win32: 'C:\\Users\\me' };
  expect(stateRoot(env, platform, homes[platform])).toBe(root);
});

it.each(['state', './state', '../state', '~other/state'])('refuses the relative state root "%s"', (given) => {
  expect(() => stateRoot({ THE_LOOP_STATE: given }, 'linux', '/home/me')).toThrow(
    expect.objectContaining({ code: 'STATE_ROOT_INVALID' }),
  );
});

it.each([
  [
    { flag: 'a.yaml', env: { THE_LOOP_CONFIG: '/b.yaml' } },
    { path: '/cwd/a.yaml', explicit: true },
  ],
  [{ env: { THE_LOOP_CONFIG: '~/b.yaml' } }, { path: '/home/me/b.yaml', explicit: true }],
  [{ env: { THE_LOOP_CONFIG: '' } }, { path: '/state/config.yaml', explicit: false }],
  [{ env: {} }, { path: '/state/config.yaml', explicit: false }],
])('finds the file for %j', (sources, location) => {
  expect(resolveConfigPath({ ...sources, stateRoot: '/state', cwd: '/cwd', home: '/home/me' })).toEqual(location);
});

it('uses the defaults when nobody named a file and there is none', async () => {
  const loaded = await loadOperatorConfig({ path: join(folder, 'config.yaml'), explicit: false }, bases());
  expect(loaded).toEqual({
    config: {
      ...defaultOperatorConfig,
      workspace: { ...defaultOperatorConfig.workspace, root: join(folder, 'state', 'workspaces') },
    },
    warnings: [],
    path: null,
  });
});

it('makes paths of the file absolute, from the folder of the file', async () => {
  const path = join(folder, 'config.yaml');
  await writeFile(
    path,
    [
      'workspace: {root: work, remotes: {octo/app: ~/app.git}}',
      'graphs: {mine: loops/mine.yaml, other: /o.yaml}',
      'integrations: {github: {hosts: {github.com: {app: {id: 1, installationId: 2, privateKeyPath: keys/app.pem}}}}}',
    ].join('\n'),
  );
  const { config } = await loadOperatorConfig({ path, explicit: true }, bases());
  expect(config.workspace).toEqual({
    root: join(folder, 'work'),
    remotes: { 'octo/app': '/home/me/app.git' },
    gitBinary: 'git',
  });
  expect(config.graphs).toEqual({ mine: join(folder, 'loops', 'mine.yaml'), other: '/o.yaml' });
  expect(config.integrations.github.hosts['github.com']?.app?.privateKeyPath).toBe(join(folder, 'keys', 'app.pem'));
});

it('says which named file is missing', async () => {
  const path = join(folder, 'config.yaml');
  await expect(loadOperatorConfig({ path, explicit: true }, bases())).rejects.toMatchObject({
    code: 'CONFIG_NOT_FOUND',
    message: expect.stringContaining(path) as string,
  });
});

it('throws everything that is wrong as one fault', async () => {
  const path = join(folder, 'config.yaml');
  await writeFile(path, 'routting: {}\nservice: {port: x}\n');
  await expect(loadOperatorConfig({ path, explicit: false }, bases())).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    problems: [{ line: 1 }, { line: 2 }],
    message: [
      `${path}:1:1: routting: unknown key; did you mean "routing"?`,
      `${path}:2:17: service.port: expected a number, got text`,
    ].join('\n'),
  });
});

it.each([
  ['a folder', (path: string) => mkdir(path)],
  ['no UTF-8', (path: string) => writeFile(path, Buffer.from([0x61, 0xff, 0xfe]))],
  ['too large', (path: string) => writeFile(path, `# ${'x'.repeat(1024 * 1024)}`)],
])('does not read a file that is %s', async (_what, make) => {
  const path = join(folder, 'config.yaml');
  await make(path);
  await expect(loadOperatorConfig({ path, explicit: false }, bases())).rejects.toMatchObject({
    code: 'CONFIG_UNREADABLE',
  });
});

it('reads the harness configuration of a checkout, or its defaults', async () => {
  expect(await loadHarnessConfig(folder)).toEqual({ config: defaultHarnessConfig, warnings: [], path: null });
  await mkdir(join(folder, '.the-loop'));
  await writeFile(join(folder, '.the-loop', 'harness-config.yaml'), 'workflow: {specDir: specs}\nmood: glad\n');
  const loaded = await loadHarnessConfig(folder);
  expect([loaded.config.workflow.specDir, loaded.warnings.length]).toEqual(['specs', 1]);
  expect(loaded.path).toBe(join(folder, '.the-loop', 'harness-config.yaml'));
});

it('does not follow a harness configuration out of the checkout', async () => {
  const outside = join(folder, 'outside');
  const checkout = join(folder, 'checkout');
  await mkdir(outside);
  await mkdir(checkout);
  await writeFile(join(outside, 'harness-config.yaml'), 'workflow: {specDir: specs}\n');
  await symlink(outside, join(checkout, '.the-loop'));
  await expect(loadHarnessConfig(checkout)).rejects.toMatchObject({ code: 'CONFIG_UNREADABLE' });
});
