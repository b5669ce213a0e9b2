import { createSessionRecords } from '@the-loop/dispatcher';
import { LoopError, parseRef } from '@the-loop/graph-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OperationContext } from '../operation-context.ts';
import { type FolderContext, folderContext } from '../testing/folder-context.ts';
import { memoryContext } from '../testing/memory-context.ts';
import { checkItems } from './check.ts';
import { graphForce } from './force.ts';
import { graphStart } from './start.ts';
import { graphStatus } from './status.ts';

let mine: FolderContext;
let driven: FolderContext;
beforeEach(async () => {
  mine = folderContext();
  driven = folderContext();
  for (const { context } of [mine, driven]) {
    await graphStart.invoke(context, { item: 'issue-7', ref: 'github:acme/app#7' });
  }
});
afterEach(() => {
  mine.remove();
  driven.remove();
});

/** My folder, on a machine whose service drives an item in the other one. */
async function besideService(ref: string): Promise<OperationContext> {
  const { context, store } = memoryContext();
  const at = '2026-01-01T00:00:00Z';
  const item = parseRef(ref);
  await createSessionRecords(store.records).change(item, {
    kind: 'start',
    ref: item,
    at,
    agent: 'scripted',
    sessionId: 's-1',
    cwd: driven.root,
  });
  return {
    ...context,
    verbs: (place) => mine.context.verbs(place),
    memory: (use) =>
      context.memory((memory) =>
        use(memory && { ...memory, verbsOf: () => driven.context.verbs({ item: 'issue-7' }) }),
      ),
  };
}

const WARNING = 'the service drives github:acme/app#7 and has it at design: the-loop why acme/app#7';

it('status and check name the node at which the service has the item', async () => {
  await graphForce.invoke(driven.context, { item: 'issue-7', to: 'design', reason: 'a test' });
  const context = await besideService('github:acme/app#7');
  for (const verb of [graphStatus, checkItems]) {
    const { text } = await verb.invoke(context, { item: 'issue-7' });
    expect(text).toContain(WARNING);
  }
});

it('a copy of the service that cannot be read takes nothing from the report', async () => {
  const whole = await besideService('github:acme/other#7');
  for (const verb of [graphStatus, checkItems]) {
    const expected = await verb.invoke(whole, { item: 'issue-7' });
    for (const code of ['GRAPH_PIN_LOST', 'ITEM_REPOSITORY_MISSING']) {
      const context: OperationContext = { ...whole, memory: () => Promise.reject(new LoopError(code, 'elsewhere')) };
      const { text, exitCode } = await verb.invoke(context, { item: 'issue-7' });
      expect(text).toContain(`the service's copy could not be read (${code})`);
      expect(text).toContain(expected.text.split('\n')[0]);
      expect(exitCode).toBe(expected.exitCode);
    }
  }
});

it('nothing is said while both agree, of another repository, and by the service itself', async () => {
  const agreeing = await besideService('github:acme/app#7');
  expect((await graphStatus.invoke(agreeing, { item: 'issue-7' })).text).not.toContain('the service drives');
  await graphForce.invoke(driven.context, { item: 'issue-7', to: 'design', reason: 'a test' });
  for (const context of [await besideService('github:acme/other#7'), { ...agreeing, files: null }]) {
    expect((await graphStatus.invoke(context, { item: 'issue-7' })).text).not.toContain('the service drives');
  }
});
