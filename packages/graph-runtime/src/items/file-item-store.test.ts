import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendFacts, emptyState, type GraphState, viewState } from '@the-loop/graph-core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadLoopWithDigest } from '../loops/load-loop.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { createFileItemStore } from './file-item-store.ts';

const { graph, digest } = await loadLoopWithDigest('pdlc-work-item-loop');
const pin = { name: graph.name, version: 1, digest };
const at = '2026-01-01T00:00:00Z';
const item = { id: 'issue-12' };
const statePath = 'docs/specs/issue-12/graph-state.json';

function entered(node: string): GraphState {
  const state = { ...emptyState('issue-12', 'acme/app'), loop: graph.name, graph: pin };
  const base = { at, by: { login: 'operator' }, source: { kind: 'runtime' } } as const;
  return appendFacts(state, [{ kind: 'entered', ...base, node, entry: 1, via: 'start', subjects: {} }]);
}

let space: Workspace;
beforeEach(() => {
  space = createWorkspace();
});
afterEach(() => space.remove());

function commit(state: GraphState, revision = '', address: { id: string; pr?: number; prRepo?: string } = item) {
  return space.store.commit(address, revision, { state, graph, at });
}

describe('a commit', () => {
  it('is read back as it was written, with the graph beside it and nothing left over', async () => {
    const outcome = await commit(entered('phase-selection'));
    const loaded = await space.store.load(item);
    expect(loaded.state).toEqual(entered('phase-selection'));
    expect(outcome).toEqual({ kind: 'committed', revision: loaded.revision, setAside: null });
    expect(await space.store.pinnedGraph(item, digest)).toMatchObject({ name: graph.name, start: graph.start });
    expect(readdirSync(join(space.root, 'docs/specs/issue-12')).sort()).toEqual([
      `graph-${digest.slice(0, 16)}.json`,
      'graph-state.json',
    ]);
  });

  it('is a conflict when the file changed since it was read', async () => {
    await commit(entered('phase-selection'));
    expect(await commit(entered('design'))).toMatchObject({ kind: 'conflict' });
    expect((await space.store.load(item)).state).toEqual(entered('phase-selection'));
  });

  it('lets exactly one of many that race from the same revision through', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => commit(entered('phase-selection'))));
    expect(outcomes.filter(({ kind }) => kind === 'committed')).toHaveLength(1);
  });

  it('takes over a lock whose holder died, and gives up on one that lives', async () => {
    const lock = join(space.root, 'docs/specs/issue-12/graph-state.lock');
    mkdirSync(join(space.root, 'docs/specs/issue-12'), { recursive: true });
    writeFileSync(lock, 'somebody');
    const outcome = await commit(entered('phase-selection'));
    expect(outcome).toMatchObject({ kind: 'conflict', reason: expect.stringContaining('lock') });
    const past = new Date(Date.now() - 60_000);
    utimesSync(lock, past, past);
    expect(await commit(entered('phase-selection'))).toMatchObject({ kind: 'committed' });
    expect(existsSync(lock)).toBe(false);
  });

  it('sets an unreadable file aside and keeps every earlier one', async () => {
    space.write(statePath, '{ not json');
    await commit(entered('phase-selection'), (await space.store.load(item)).revision);
    space.write(statePath, '[1]');
    const outcome = await commit(entered('phase-selection'), (await space.store.load(item)).revision);
    expect(outcome).toMatchObject({ setAside: 'docs/specs/issue-12/graph-state.corrupt-20260101T000000Z-2.json' });
    expect(space.read('docs/specs/issue-12/graph-state.corrupt-20260101T000000Z.json')).toBe('{ not json');
    expect(space.read('docs/specs/issue-12/graph-state.corrupt-20260101T000000Z-2.json')).toBe('[1]');
  });

  it('keeps every copy of a graph while a state that was set aside may pin it', async () => {
    await commit(entered('phase-selection'));
    space.write(statePath, `<<<<<<< ours\n${space.read(statePath)}`);
    const other = await loadLoopWithDigest('pdlc-adhoc-loop');
    const state = { ...entered('work'), graph: { name: other.graph.name, version: 1, digest: other.digest } };
    for (let times = 0; times < 2; times += 1) {
      const { revision } = await space.store.load(item);
      expect(await space.store.commit(item, revision, { state, graph: other.graph, at })).toMatchObject({
        kind: 'committed',
      });
      expect(await space.store.pinnedGraph(item, digest)).toMatchObject({ start: graph.start });
    }
  });

  it('drops the copy of a graph that is walked no more', async () => {
    await commit(entered('phase-selection'));
    const other = await loadLoopWithDigest('pdlc-adhoc-loop');
    const state = { ...entered('work'), graph: { name: other.graph.name, version: 1, digest: other.digest } };
    const { revision } = await space.store.load(item);
    await space.store.commit(item, revision, { state, graph: other.graph, at });
    expect(await space.store.pinnedGraph(item, digest)).toBeNull();
    expect(await space.store.pinnedGraph(item, other.digest)).toMatchObject({ start: 'work' });
  });
});

describe('reading', () => {
  it.each([
    ['{ not json', 'corrupt'],
    ['[1,2]', 'corrupt'],
    ['{"currentNode":"design","nodes":[1]}', 'corrupt'],
    ['{"currentNode":"design","version":"x"}', 'corrupt'],
    ['<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n', 'conflict-markers'],
    [Buffer.from('fffe', 'hex'), 'corrupt'],
  ])('reports %j as %s and leaves it alone', async (content, kind) => {
    space.write(statePath, content);
    const loaded = await space.store.load(item);
    expect(loaded).toMatchObject({ exists: true, problem: { kind }, state: emptyState('issue-12', 'acme/app') });
    expect(readFileSync(join(space.root, statePath))).toEqual(Buffer.from(content));
  });

  it('refuses a newer version with the fix', async () => {
    space.write(statePath, '{"version": 99}');
    await expect(space.store.load(item)).rejects.toMatchObject({
      code: 'STATE_NEWER',
      remedy: expect.stringContaining('update'),
    });
  });

  it('refuses a state that was copied from another item', async () => {
    await commit(entered('phase-selection'));
    space.write('docs/specs/issue-13/graph-state.json', space.read(statePath));
    await expect(space.store.load({ id: 'issue-13' })).rejects.toMatchObject({ code: 'STATE_OF_ANOTHER_ITEM' });
  });

  it('takes a state of the older layout as recorded facts', async () => {
    const nodes = { 'phase-selection': { attempts: 1, outcome: 'selected', enteredAt: at, exitedAt: at } };
    space.write(
      statePath,
      JSON.stringify({ workItem: 'issue-12', currentNode: 'design', nodes, surface: 'work-item' }),
    );
    const { state } = await space.store.load(item);
    expect(viewState(graph, state)).toMatchObject({
      currentNode: 'design',
      nodes: { 'phase-selection': { outcome: 'selected' } },
    });
  });

  it('finds the folder of an inner loop whatever its letter case', async () => {
    space.write('docs/specs/issue-12/pr-loops/Octo__Infra/pr-7/graph-state.json', '{"currentNode":"verification"}');
    const loaded = await space.store.load({ id: 'issue-12', pr: 7, prRepo: 'octo/infra' });
    expect(loaded.exists).toBe(true);
    expect(await space.store.innerLoops('issue-12')).toEqual([{ id: 'issue-12', pr: 7, prRepo: 'Octo/Infra' }]);
  });

  it('refuses a folder that was written for another repository', async () => {
    const state = { ...emptyState('issue-12', 'other/infra') };
    const address = { id: 'issue-12', pr: 7, prRepo: 'octo/infra' };
    await commit(state, '', address);
    await expect(space.store.load(address)).rejects.toMatchObject({ code: 'STATE_OF_ANOTHER_REPOSITORY' });
  });

  it('lists items and inner loops', async () => {
    await commit(entered('phase-selection'));
    await commit(emptyState('issue-12', 'acme/app'), '', { id: 'issue-12', pr: 3 });
    space.write('docs/specs/readme.md', 'x');
    expect(await space.store.list()).toEqual(['issue-12']);
    expect(await space.store.innerLoops('issue-12')).toEqual([{ id: 'issue-12', pr: 3 }]);
  });

  it('never throws anything but a typed fault, whatever the file holds', async () => {
    const anything = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
      fc
        .record({
          version: fc.constantFrom(1, 2),
          currentNode: fc.string(),
          nodes: fc.object(),
          facts: fc.array(fc.object()),
          skips: fc.object(),
        })
        .map((value) => Buffer.from(JSON.stringify(value))),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (content) => {
        space.write(statePath, content);
        try {
          const { state } = await space.store.load(item);
          viewState(graph, state);
        } catch (error) {
          expect(error).toMatchObject({ name: 'LoopError' });
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('containment', () => {
  it.each(['../../outside', '', '.', '..', 'a/b', 'issue-1/../x', '-x', 'x\0y'])(
    'A21: refuses the id %j before any path exists',
    async (id) => {
      await expect(space.store.load({ id })).rejects.toMatchObject({ code: 'ITEM_ID_INVALID' });
      await expect(commit(entered('design'), '', { id })).rejects.toMatchObject({ code: 'ITEM_ID_INVALID' });
      expect(existsSync(join(space.root, 'docs'))).toBe(false);
    },
  );

  it.each(['../../etc', 'a//b', 'octo', '', 'a\\..\\b', 'octo/re po', 'a/..'])(
    'A10: refuses the repository %j',
    async (prRepo) => {
      const address = { id: 'issue-12', pr: 7, prRepo };
      if (prRepo !== '') await expect(space.store.load(address)).rejects.toMatchObject({ code: 'REPO_INVALID' });
      expect(existsSync(join(space.root, 'docs'))).toBe(false);
    },
  );

  it.each(['../outside', '/etc', 'a/../../b', '', '.'])('A15: refuses the spec directory %j', (specDir) => {
    expect(() => createFileItemStore({ repoRoot: space.root, specDir })).toThrow(
      expect.objectContaining({ code: 'ITEM_SPEC_DIR_ESCAPES' }),
    );
  });

  it('refuses a spec directory that is a link out of the repository', async () => {
    const outside = createWorkspace();
    symlinkSync(outside.root, join(space.root, 'docs'));
    await expect(commit(entered('design'))).rejects.toMatchObject({ code: 'ITEM_SPEC_DIR_ESCAPES' });
    expect(readdirSync(outside.root)).toEqual([]);
    outside.remove();
  });

  it('refuses an item directory that is a link to another item', async () => {
    mkdirSync(join(space.root, 'docs/specs/issue-13'), { recursive: true });
    symlinkSync(join(space.root, 'docs/specs/issue-13'), join(space.root, 'docs/specs/issue-12'));
    await expect(commit(entered('design'))).rejects.toMatchObject({ code: 'ITEM_PATH_ESCAPES' });
  });

  it('refuses an artifact that is a link out of the item', async () => {
    space.write('secret.md', 'secret');
    space.write('docs/specs/issue-12/log.md', 'x');
    symlinkSync(join(space.root, 'secret.md'), join(space.root, 'docs/specs/issue-12/design.md'));
    await expect(space.store.files('issue-12').read('design.md')).rejects.toMatchObject({ code: 'ITEM_PATH_ESCAPES' });
    await expect(space.store.files('issue-12').read('../../secret.md')).rejects.toMatchObject({
      code: 'ITEM_PATH_ESCAPES',
    });
  });

  it('does not wait for a pipe', async () => {
    mkdirSync(join(space.root, 'docs/specs/issue-12'), { recursive: true });
    execFileSync('mkfifo', [join(space.root, 'docs/specs/issue-12/design.md')]);
    expect(await space.store.files('issue-12').read('design.md')).toBeNull();
  });

  it('A16: refuses a repository that is not there without saying more', () => {
    expect(() => createFileItemStore({ repoRoot: '/no/such/directory', specDir: 'docs/specs' })).toThrow(
      expect.objectContaining({ code: 'ITEM_REPOSITORY_MISSING', message: 'the repository is not a directory' }),
    );
  });
});

describe('editing an artifact', () => {
  it('rewrites a file that exists and no other', async () => {
    space.write('docs/specs/issue-12/execution-log.md', 'a');
    expect(await space.store.editFile('issue-12', 'execution-log.md', (text) => `${text}b`)).toBe('written');
    expect(space.read('docs/specs/issue-12/execution-log.md')).toBe('ab');
    expect(await space.store.editFile('issue-12', 'none.md', () => 'x')).toBe('absent');
  });

  it('starts again from what somebody else wrote meanwhile', async () => {
    space.write('docs/specs/issue-12/execution-log.md', 'a');
    let first = true;
    await space.store.editFile('issue-12', 'execution-log.md', (text) => {
      if (first) space.write('docs/specs/issue-12/execution-log.md', 'agent');
      first = false;
      return `${text}!`;
    });
    expect(space.read('docs/specs/issue-12/execution-log.md')).toBe('agent!');
  });
});
