import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { adHocStory } from '../apps/cli/src/demo/story/ad-hoc.ts';
import { builtPrograms } from './stage/built-programs.ts';
import { openStage } from './stage/open-stage.ts';

const FORBIDDEN = {
  GH_TOKEN: 'operator-gh-token',
  GITHUB_TOKEN: 'operator-github-token',
  SSH_AUTH_SOCK: '/operator/agent.sock',
  NPM_TOKEN: 'operator-npm-token',
};

it('an agent sees nothing of the operator but a short list of names', async (test) => {
  const { command, agent } = builtPrograms();
  const spying = ['/bin/sh', '-c', 'env > "$HOME/agent-environment"; exec "$@"', 'agent', ...agent];
  const stage = await openStage(test, { programs: { command, agent: spying }, environment: FORBIDDEN });
  await adHocStory(stage);

  const seen = readFileSync(path.join(stage.world.folder, 'agent-environment'), 'utf8');
  const names = seen.split('\n').flatMap((line) => /^([A-Z_a-z0-9]+)=/.exec(line)?.[1] ?? []);
  expect(names).toEqual(expect.arrayContaining(['THE_LOOP_URL', 'THE_LOOP_TOKEN', 'THE_LOOP_WORK_ITEM', 'PATH']));
  const secrets = [...Object.keys(FORBIDDEN), 'THE_LOOP_GITHUB_TOKEN', 'THE_LOOP_WEBHOOK_SECRET', 'THE_LOOP_STATE'];
  expect(names.filter((name) => secrets.includes(name))).toEqual([]);
  const values = [...Object.values(FORBIDDEN), ...Object.values(stage.world.secrets)];
  expect(values.filter((value) => seen.includes(value))).toEqual([]);
});
