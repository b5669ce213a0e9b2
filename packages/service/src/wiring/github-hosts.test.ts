import { parseOperatorConfig } from '@the-loop/config';
import { expect, it } from 'vitest';
import { githubHosts } from './github-hosts.ts';

it.each(['privateKeyEnv: APP_KEY', 'privateKeyPath: /keys/app.pem'])(
  'an App reaches the client as the operator wrote it, with "%s"',
  async (key) => {
    const app = `{id: 1, installationId: 2, ${key}}`;
    const parsed = await parseOperatorConfig(
      `integrations: {github: {hosts: {github.com: {app: ${app}}}}}`,
      'config.yaml',
    );
    if (!parsed.ok) throw new Error('expected a configuration');
    const [name = '', value = ''] = key.split(': ');
    expect(githubHosts(parsed.value.config)['github.com']).toMatchObject({
      app: { id: 1, installationId: 2, [name]: value },
    });
  },
);
