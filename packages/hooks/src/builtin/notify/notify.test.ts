import { describe, expect, it } from 'vitest';
import { hookContext } from '../../testing/hook-context.ts';
import { notify } from './notify.ts';

describe('notify', () => {
  it('tells the operator’s roles, and the graph’s where the operator named none', async () => {
    const params = { event: 'pr-review-pending', roles: ['reviewer'] };
    const node = { id: 'pr-approval' };
    const address = { id: 'issue-12', pr: 7, prRepo: 'octo/infra' };
    expect((await notify.run(hookContext({ params, node, address }))).effects).toEqual([
      {
        kind: 'notify',
        event: 'pr-review-pending',
        roles: ['reviewer'],
        text: 'issue-12 (pull request octo/infra#7) waits for a review at pr-approval',
      },
    ]);
    const settings = { notifications: { 'pr-review-pending': ['approver'] } };
    expect((await notify.run(hookContext({ params, settings }))).data).toEqual({ roles: ['approver'] });
  });

  it('tells nobody where the operator said so', async () => {
    const settings = { notifications: { 'pr-review-pending': [] } };
    expect(
      (await notify.run(hookContext({ params: { event: 'pr-review-pending', roles: ['x'] }, settings }))).status,
    ).toBe('skip');
  });

  it('tells the roles of the event where neither named any', async () => {
    expect((await notify.run(hookContext({ params: { event: 'pr-review-pending' } }))).data).toEqual({
      roles: ['reviewer', 'approver'],
    });
  });

  it('knows its events', () => {
    expect(notify.checkParams({ event: 'lunch' })).toHaveLength(1);
  });
});
