import { defaultOperatorConfig, type OperatorConfig } from '@the-loop/config';
import { describe, expect, it } from 'vitest';
import { createOwnLogins } from './own-logins.ts';

const host = defaultOperatorConfig.integrations.github.hosts['github.com'];
if (host === undefined) throw new Error('github.com is no default');
const config: OperatorConfig = {
  ...defaultOperatorConfig,
  integrations: { github: { hosts: { 'github.com': host, 'git.example.org': host } } },
};

describe('the logins we post as', () => {
  it('are known where GitHub answers, and asked again only where it did not', async () => {
    const asked: string[] = [];
    const logins = createOwnLogins(
      {
        whoami(name) {
          asked.push(name);
          const answers = name === 'github.com' || asked.length > 2;
          return answers ? Promise.resolve({ login: `bot@${name}`, id: 1 }) : Promise.reject(new Error('away'));
        },
      },
      config,
    );
    expect(logins.all()).toEqual([]);
    await logins.refresh();
    expect([logins.on('github.com'), logins.on('git.example.org')]).toEqual(['bot@github.com', '']);
    await logins.refresh();
    expect(asked).toEqual(['github.com', 'git.example.org', 'git.example.org']);
    expect(logins.all()).toEqual(['bot@github.com', 'bot@git.example.org']);
  });

  it('are learned from what was posted where GitHub did not say them', async () => {
    const logins = createOwnLogins({ whoami: () => Promise.reject(new Error('slow')) }, config);
    await logins.refresh();
    logins.learn('github.com', '');
    expect([logins.all(), [...logins.faults().keys()]]).toEqual([[], ['github.com', 'git.example.org']]);
    logins.learn('github.com', 'the-loop[bot]');
    logins.learn('github.com', 'somebody-else');
    expect([logins.on('github.com'), [...logins.faults().keys()]]).toEqual(['the-loop[bot]', ['git.example.org']]);
  });
});
