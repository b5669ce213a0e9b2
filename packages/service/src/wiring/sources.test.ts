import { parseOperatorConfig } from '@the-loop/config';
import { type DispatchSettings } from '@the-loop/dispatcher';
import { createRecorder } from '@the-loop/events';
import { createGithub } from '@the-loop/integrations-github';
import { createMemoryStore } from '@the-loop/store';
import { startGithubEmulator } from '@the-loop/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { createSources } from './sources.ts';

async function startedWith(polling: object) {
  const github = await startGithubEmulator({ users: { token: 'the-loop[bot]' } });
  onTestFinished(() => github.close());
  github.createRepository('octo/app');
  const parsed = await parseOperatorConfig(JSON.stringify({ polling }), 'config.yaml');
  if (!parsed.ok) throw new Error('the configuration is wrong');
  const store = createMemoryStore({ now: () => new Date(0) });
  const recorder = createRecorder();
  const sources = createSources({
    config: parsed.value.config,
    github: createGithub({
      hosts: { 'github.com': { apiBase: github.url, transport: 'api' } },
      env: { GH_TOKEN: 'token' },
    }),
    store,
    records: { owning: () => Promise.resolve([]), control: () => Promise.resolve(null) } as never,
    emit: recorder.emit,
    clock: { now: Date.now, after: () => () => undefined },
    settings: () =>
      ({ route: { label: 'auto', authorizedUsers: ['@Alice'], control: {} } }) as unknown as DispatchSettings,
    notify: () => undefined,
    url: () => 'http://127.0.0.1:1',
  });
  sources.start();
  onTestFinished(() => sources.stop());
  return { github, store, recorder, sources };
}

const looked = (operation: RegExp) => (request: { readonly path: string }) => operation.test(request.path);
const HOOKS = looked(/\/hooks$/);
const ITEMS = looked(/\/issues$/);

it('reads the named repositories and looks after their webhook', async () => {
  const { github, recorder } = await startedWith({ enabled: true, repositories: ['octo/app'] });
  await github.until(() => github.requests().some(HOOKS) && github.requests().some(ITEMS));
  expect(recorder.of('poller.started')).toMatchObject([{ interval_seconds: 60, sources: 1 }]);
});

it('only looks after the webhook where polling is not wanted', async () => {
  const { github, recorder } = await startedWith({ repositories: ['octo/app'] });
  await github.until(() => github.requests().some(HOOKS));
  expect(recorder.of('poller.started')).toEqual([]);
});

it('asks nothing where no repository is named and none was heard of', async () => {
  const { github, recorder, sources } = await startedWith({});
  await sources.stop();
  expect([github.requests(), recorder.events]).toEqual([[], []]);
});
