import { type GateComment } from '@the-loop/graph-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { start } from './start.ts';

let space: Workspace;
beforeEach(() => {
  space = createWorkspace();
});
afterEach(() => space.remove());

it('lets the entry chain of the start node see what was said with the request', async () => {
  const heard: (readonly GateComment[])[] = [];
  const hooks = await plainHooks({
    'set-phase-label': ({ comments }) => {
      heard.push(comments);
      return { status: 'pass' };
    },
  });
  const said: GateComment = { author: 'alice', body: 'the-loop start default', kind: 'comment' };
  const asked = { address: { id: 'issue-12' }, loop: 'pdlc-adhoc-loop', comments: [said] };
  await start(createTestContext(space.store, hooks), asked);
  expect(heard).toEqual([[said]]);
});
