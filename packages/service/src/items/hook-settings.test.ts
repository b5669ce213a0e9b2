import { defaultHarnessConfig, defaultOperatorConfig } from '@the-loop/config';
import { NOTIFICATIONS, rolesToTell } from '@the-loop/graph-core';
import { expect, it } from 'vitest';
import { hookSettings } from './hook-settings.ts';

const given = (phaseLabelPrefix: string) => ({
  operator: defaultOperatorConfig,
  harness: { ...defaultHarnessConfig, workflow: { ...defaultHarnessConfig.workflow, phaseLabelPrefix } },
  repoInitialized: true,
  originRepo: 'acme/app',
  originHost: 'github.com',
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

it('where the repository switches notifications off, nobody is told of anything, whatever the operator names', () => {
  const { operator, harness, ...rest } = given('loop:');
  const named = {
    ...operator,
    notifications: { ...operator.notifications, events: { 'decision-pending': ['qa'] } },
  } as const;
  const on = hookSettings({ operator: named, harness, ...rest });
  expect(on.notifications).toEqual({ 'decision-pending': ['qa'] });
  const silent = { ...harness, notifications: { enabled: false, events: { 'work-item-complete': ['qa'] } } } as const;
  const off = hookSettings({ operator: named, harness: silent, ...rest });
  expect(NOTIFICATIONS.flatMap((event) => rolesToTell(event, off.notifications, ['approver']))).toEqual([]);
});
