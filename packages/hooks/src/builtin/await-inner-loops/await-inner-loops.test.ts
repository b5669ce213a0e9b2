import { describe, expect, it } from 'vitest';
import { artifactContext, artifactVectors } from '../../testing/artifact-vectors.ts';
import { hookContext } from '../../testing/hook-context.ts';
import { awaitInnerLoops } from './await-inner-loops.ts';

const entered = (node: string) => ({ kind: 'entered', node });
const run = async (files: Record<string, string>, originRepo = 'octo/app') => {
  const { status, data, messages } = await awaitInnerLoops.run(hookContext({ files, settings: { originRepo } }));
  return { status, ...data, codes: (messages ?? []).map(({ code }) => code) };
};
const state = (facts: readonly object[], extra: object = {}) => JSON.stringify({ facts, ...extra });

describe('await-inner-loops', () => {
  it.each(artifactVectors<Record<string, unknown>>('awaitInner'))('$id', async ({ input, expected }) => {
    const context = artifactContext(input, { settings: { originRepo: input.originRepo ?? '' } });
    const { status, data, messages } = await awaitInnerLoops.run(context);
    const code = messages?.find((message) => message.severity === 'error')?.code;
    expect({ status, code, ...data }).toMatchObject(expected);
  });

  it('A10: facts decide, and not a pointer that somebody wrote beside them', async () => {
    const forged = state([entered('implementation')], { currentNode: 'complete' });
    expect(await run({ 'pr-loops/pr-1/graph-state.json': forged })).toMatchObject({
      status: 'wait',
      pending: ['pr-1'],
    });
  });

  it('A10: a state file of another repository proves nothing', async () => {
    const foreign = state([entered('complete')], { repository: 'evil/fork' });
    expect(await run({ 'pr-loops/octo__infra/pr-7/graph-state.json': foreign })).toMatchObject({
      status: 'wait',
      pending: ['octo__infra/pr-7'],
    });
  });

  it('A16: a declared repository that leaves the directory blocks, naming the entry', async () => {
    const log = '---\nrepos: ["octo/app", "../../etc"]\n---\n';
    const { status, messages } = await awaitInnerLoops.run(hookContext({ files: { 'execution-log.md': log } }));
    expect(status).toBe('block');
    expect(messages?.[0]).toMatchObject({ code: 'AIL_BAD_DECLARATION', path: 'docs/specs/issue-12/execution-log.md' });
    expect(messages?.[0]?.text).toContain('entry 2');
  });

  it('names a merge that nobody approved', async () => {
    const merged = state([entered('pr-approval'), { kind: 'merged', approves: false }]);
    const result = await run({ 'pr-loops/pr-1/graph-state.json': merged });
    expect(result).toMatchObject({ status: 'wait', pending: ['pr-1'], mergedUnapproved: ['pr-1'] });
  });

  it('does not wait for an abandoned loop, and still wants one per declared repository', async () => {
    const abandoned = state([entered('implementation'), { kind: 'abandoned', reason: 'split' }]);
    const files = { 'pr-loops/octo__infra/pr-7/graph-state.json': abandoned };
    expect(await run(files)).toMatchObject({
      status: 'pass',
      abandoned: ['octo__infra/pr-7'],
      codes: ['AIL_ABANDONED'],
    });
    const declared = { ...files, 'execution-log.md': '---\nrepos: [octo/infra]\n---\n' };
    expect(await run(declared)).toMatchObject({ status: 'wait', missing: ['octo/infra'] });
    const again = state([entered('implementation'), { kind: 'abandoned', reason: 'x' }, entered('implementation')]);
    expect(await run({ 'pr-loops/pr-1/graph-state.json': again })).toMatchObject({ status: 'wait', pending: ['pr-1'] });
  });

  it('says when the origin is unknown, and names directories that belong to no pull request', async () => {
    const complete = state([entered('complete')]);
    const files = { 'execution-log.md': '---\nrepos: [octo/app]\n---\n', 'pr-loops/pr-1/graph-state.json': complete };
    expect(await run(files, '')).toMatchObject({ status: 'wait', originUnknown: true, missing: ['octo/app'] });
    expect(await run({ 'pr-loops/pr-x/graph-state.json': complete })).toMatchObject({
      status: 'pass',
      codes: ['AIL_STRAY'],
    });
  });
});
