import { defaultOperatorConfig } from '@the-loop/config';
import { expect, it } from 'vitest';
import { takeConfig } from './take-config.ts';

it('a configuration is in force, and its change told, also where the accounts cannot be read', async () => {
  const taken: unknown[] = [];
  const told: unknown[] = [];
  await takeConfig(defaultOperatorConfig, {
    live: { replace: (config) => taken.push(config) },
    pins: { load: () => Promise.reject(new Error('locked')) },
    path: '/c.yaml',
    emit: (event) => told.push(event),
  });
  expect(taken).toEqual([defaultOperatorConfig]);
  expect(told).toMatchObject([{ event: 'config.problem', level: 'error', path: '/c.yaml' }]);
});
