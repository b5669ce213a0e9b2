import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccess } from './credentials.ts';
import { type GithubHostOptions } from './host-options.ts';
import { resolveHost } from './resolve-host.ts';

let folder: string;
let PATH: string;

/** A program that stands where `gh` would and knows one login. */
const FAKE_GH = `#!/bin/sh
[ "$1 $2 $3 $4" = "auth token --hostname github.com" ] && echo token-of-gh && exit 0
echo "no oauth token" >&2
exit 1
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credentials-'));
  await writeFile(join(folder, 'gh'), FAKE_GH);
  await chmod(join(folder, 'gh'), 0o755);
  await writeFile(join(folder, 'not-executable'), FAKE_GH);
  await writeFile(join(folder, 'key.pem'), 'the key');
  PATH = `${folder}${delimiter}/usr/bin${delimiter}/bin`;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const host = (options: GithubHostOptions = {}) => resolveHost('github.com', { 'github.com': options });
const app = { id: 1, installationId: 2, privateKeyEnv: 'APP_KEY' };

describe('credentials are looked for', () => {
  it('first in the configured variables, of which an empty one is none', async () => {
    const env = { PATH, GH_TOKEN: '', GITHUB_TOKEN: 'second', APP_KEY: 'pem' };
    expect(await findAccess(host({ app }), env)).toEqual({ kind: 'token', token: 'second' });
    expect(await findAccess(host({ tokenEnv: 'MINE' }), { ...env, MINE: 'mine' })).toEqual({
      kind: 'token',
      token: 'mine',
    });
  });

  it('then in the App, whose key may be written on one line or stand in a file', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    expect(await findAccess(host({ app }), { PATH, APP_KEY: privateKey.replaceAll('\n', '\\n') })).toMatchObject({
      kind: 'app',
      privateKey,
    });
    const fromFile = { id: 1, installationId: 2, privateKeyPath: join(folder, 'key.pem') };
    expect(await findAccess(host({ app: fromFile }), { PATH })).toMatchObject({ kind: 'app', privateKey: 'the key' });
    const nowhere = { id: 1, installationId: 2, privateKeyPath: join(folder, 'no.pem') };
    await expect(findAccess(host({ app: nowhere }), { PATH })).rejects.toMatchObject({ code: 'GITHUB_HOST_INVALID' });
  });

  it('last in gh: as the transport, or for its token where the transport is the API', async () => {
    expect(await findAccess(host(), { PATH })).toEqual({ kind: 'gh', program: join(folder, 'gh') });
    expect(await findAccess(host({ transport: 'api' }), { PATH })).toEqual({ kind: 'token', token: 'token-of-gh' });
    expect(await findAccess(host({ transport: 'gh' }), { PATH, GH_TOKEN: 'unused here' })).toMatchObject({
      kind: 'gh',
    });
  });

  it.each([
    ['gh is not installed', { transport: 'auto' }, { PATH: '' }],
    ['gh may not be run', { transport: 'gh', binary: 'not-executable' }, {}],
    ['gh is not logged in to the host', { transport: 'api', binary: 'false' }, {}],
  ])('and when %s, both remedies are named', async (_, options, env) => {
    const refusal = findAccess(host(options), { PATH, ...env });
    await expect(refusal).rejects.toMatchObject({
      code: 'GITHUB_TRANSPORT_UNAVAILABLE',
      remedy: expect.stringMatching(/GH_TOKEN.*gh auth login/) as unknown,
    });
  });

  it('and where no variable is named, the message leaves no gap', async () => {
    await expect(findAccess(host({ tokenEnv: [] }), { PATH: '' })).rejects.toMatchObject({
      message:
        'there is no way to reach github.com: no variable is named for its token, and gh is not installed or not logged in',
      remedy: expect.stringMatching(/^Name a variable in .*tokenEnv and set it, or install gh/) as unknown,
    });
  });
});
