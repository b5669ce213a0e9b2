import { defaultHarnessConfig, defaultOperatorConfig } from '@the-loop/config';
import { expect, it } from 'vitest';
import { hookSettings } from './hook-settings.ts';

const given = (phaseLabelPrefix: string) => ({
  operator: defaultOperatorConfig,
  harness: { ...defaultHarnessConfig, workflow: { ...defaultHarnessConfig.workflow, phaseLabelPrefix } },
  repoInitialized: true,
  originRepo: 'acme/app',
  ownLogins: [],
});

it.each(['the-loop:', 'THE-', 'the-loop: auto-'])(
  'a repository cannot take the arming label with the prefix "%s"',
  (prefix) => {
    expect(() => hookSettings(given(prefix))).toThrow(
      expect.objectContaining({
        code: 'SERVICE_LABEL_PREFIX_REFUSED',
        message: expect.stringContaining('auto-execute'),
      }),
    );
  },
);

it('another prefix is as the repository says', () => {
  expect(hookSettings(given('loop:'))).toMatchObject({ phaseLabelPrefix: 'loop:' });
});
