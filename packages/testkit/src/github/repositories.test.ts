import { expect, it, onTestFinished } from 'vitest';
import { startGithubEmulator } from './emulator.ts';

it('tells of a repository that is renamed, and of one that is transferred', async () => {
  const github = await startGithubEmulator({ webhooks: [{ url: 'http://127.0.0.1:9/' }] });
  onTestFinished(() => github.close());
  github.createRepository('octo/other');
  github.renameRepository({ from: 'octo/other', to: 'octo/better', as: 'alice' });
  github.renameRepository({ from: 'octo/better', to: 'acme/better' });
  await github.drained();
  expect(github.deliveries().map(({ payload }) => payload)).toMatchObject([
    {
      action: 'renamed',
      changes: { repository: { name: { from: 'other' } } },
      repository: { full_name: 'octo/better' },
      sender: { login: 'alice' },
    },
    {
      action: 'transferred',
      changes: { owner: { from: { user: { login: 'octo' } } } },
      repository: { full_name: 'acme/better' },
    },
  ]);
});
