import { type ItemStore, skip } from '@the-loop/graph-runtime';
import { expect, it } from 'vitest';
import { type FolderContext, folderContext } from '../testing/folder-context.ts';
import { graphSkip } from './declare.ts';
import { graphStart } from './start.ts';

const given = { item: 'issue-7', node: ['human-approval'], reason: 'a test' };

it('reads nothing of its own once a skip is recorded, so that no fault denies what is', async () => {
  const byVerb = await readsOnceRecorded(async ({ context }) => {
    const verbs = await context.verbs(given);
    await skip(verbs, { address: { id: given.item }, tokens: given.node, reason: given.reason });
  });
  const byOperation = await readsOnceRecorded(async ({ context }) => {
    const { text } = await graphSkip.invoke(context, given);
    expect(text).toContain('bypasses human-approval, which waits for people');
  });
  expect(byOperation).toBe(byVerb);
});

async function readsOnceRecorded(act: (folder: FolderContext) => Promise<void>): Promise<number> {
  const folder = folderContext();
  try {
    await graphStart.invoke(folder.context, { item: given.item });
    const { store } = await folder.context.verbs(given);
    const reads = countReads(store);
    await act(folder);
    return reads();
  } finally {
    folder.remove();
  }
}

/** How often the store was read since its first change. */
function countReads(store: ItemStore): () => number {
  const load = store.load.bind(store);
  const commit = store.commit.bind(store);
  let reads: number | null = null;
  store.load = (address) => {
    if (reads !== null) reads += 1;
    return load(address);
  };
  store.commit = (...change) => {
    reads ??= 0;
    return commit(...change);
  };
  return () => reads ?? 0;
}
