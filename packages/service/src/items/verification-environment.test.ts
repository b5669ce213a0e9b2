import { expect, it } from 'vitest';
import { verificationEnvironment } from './verification-environment.ts';

it('runs with what a session has: no secret of the service, no credential, no way to claim', () => {
  const environment = verificationEnvironment({
    inherited: {
      PATH: '/bin',
      GH_TOKEN: 'a',
      SSH_AUTH_SOCK: 'b',
      THE_LOOP_WEBHOOK_SECRET: 'c',
      THE_LOOP_TOKEN: 'd',
      BOT_TOKEN: 'e',
      LANG: 'C.UTF-8',
    },
    shareCredentials: false,
    ghConfigDir: '/state/gh/none',
    workItem: 'github:acme/app#1',
  });
  expect(environment).toMatchObject({ PATH: '/bin', LANG: 'C.UTF-8', GH_CONFIG_DIR: '/state/gh/none' });
  const known = ['GH_TOKEN', 'SSH_AUTH_SOCK', 'THE_LOOP_WEBHOOK_SECRET', 'THE_LOOP_TOKEN', 'BOT_TOKEN'];
  expect(Object.keys(environment).filter((name) => known.includes(name))).toEqual([]);
});
