import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer } from '../define-operation.ts';
import { operations } from '../operations.ts';
import { type FolderContext, folderContext } from '../testing/folder-context.ts';
import { checkItems } from './check.ts';

let folder: FolderContext;
beforeEach(() => {
  folder = folderContext();
});
afterEach(() => folder.remove());

async function run(name: string, input: object = {}): Promise<Answer> {
  const verb = operations.get(name);
  if (verb === undefined) throw new Error(`no operation ${name}`);
  return verb.invoke(folder.context, name === 'events' ? input : { item: 'issue-12', ...input });
}

describe('the verbs over a folder', () => {
  it('start once, answer the gate, go on and show where the item is', async () => {
    const started = await run('graph.start', { loop: 'pdlc-work-item-loop' });
    expect(started).toMatchObject({ exitCode: 0, text: expect.stringContaining('phase-selection') });
    expect((await run('graph.start')).text).toContain('it was started before');
    expect((await run('gate.show')).text).toContain('phase-selection');
    const selected = await run('gate.answer', { answer: 'select', skip: ['brainstorming'] });
    expect(selected).toMatchObject({ exitCode: 0, text: expect.stringContaining('requirements-definition') });
    expect((await run('graph.status')).result).toMatchObject({ currentNode: 'requirements-definition' });
    expect((await run('graph.show', { format: 'mermaid' })).text).toContain('requirements-definition');
  });

  it('a claim without its artifact is blocked, exits 0, and with --exit-code 1', async () => {
    await run('graph.start');
    await run('gate.answer', { answer: 'select', skip: ['brainstorming'] });
    const claim = await run('graph.complete');
    expect(claim.exitCode).toBe(0);
    expect(JSON.parse(claim.text)).toMatchObject({ node: 'requirements-definition', status: 'block', moved: false });
    expect((await run('graph.complete', { exitCode: true })).exitCode).toBe(1);
  });

  it('a dry run says what would happen and writes nothing', async () => {
    await run('graph.start');
    const before = folder.files();
    await run('graph.run', { dryRun: true });
    expect(folder.files()).toEqual(before);
  });

  it.each([
    ['graph.skip', { node: ['design'], reason: '' }],
    ['graph.unskip', { node: ['design'], reason: ' ' }],
    ['graph.force', { to: 'design', reason: '' }],
    ['graph.abandon', { pr: 7, reason: '' }],
  ])('%s without a reason changes nothing', async (name, input) => {
    await run('graph.start');
    const before = (await run('graph.status')).result;
    const files = folder.files();
    await run(name, input).catch((error: unknown) => expect(error).toMatchObject({ code: expect.any(String) }));
    expect((await run('graph.status')).result).toEqual(before);
    expect(folder.files()).toEqual(files);
  });

  it('A8: the repository of a pull request cannot lead out of the item', async () => {
    await run('graph.start');
    const before = folder.files();
    for (const prRepo of ['../../../evil', 'a/../../b', '/etc/passwd', 'a', '']) {
      for (const name of ['graph.start', 'graph.status', 'graph.complete']) {
        await expect(run(name, { pr: 7, prRepo }), `${name} ${prRepo}`).rejects.toMatchObject({
          code: 'OPERATION_INPUT_INVALID',
        });
      }
    }
    expect(folder.files()).toEqual(before);
  });

  it('check of all items reads each of them', async () => {
    await run('graph.start');
    await run('graph.start', { item: 'issue-13' });
    const { text, exitCode } = await run('check', { item: undefined, all: true });
    expect(text).toContain('issue-12');
    expect(text).toContain('issue-13');
    expect(exitCode).toBe(1);
  });

  it('A16: check fails in a repository that is not there, and A17: names nothing of the disk', async () => {
    const missing = new LoopError('ITEM_REPOSITORY_MISSING', '/typo is not a directory');
    const context = { ...folder.context, verbs: () => Promise.reject(missing) };
    for (const input of [{ item: 'issue-12' }, { all: true }, { item: 'issue-12', failOn: 'block' }]) {
      const { text, exitCode } = await checkItems.invoke(context, { repo: '/typo', ...input });
      expect(text).toMatch(/: UNREAD — the repository is not a directory$/);
      expect(exitCode).toBe(1);
    }
  });

  it.each([
    ['--pr', { pr: 7 }],
    ['--pr and --pr-repo', { pr: 7, prRepo: 'octo/infra' }],
    ['--ref', { ref: 'github:acme/app#7' }],
  ])('check --all refuses %s, which is about one item', async (flags, input) => {
    await expect(run('check', { item: undefined, all: true, ...input })).rejects.toMatchObject({
      code: 'OPERATION_USAGE',
      message: `${flags} is about one work item, and --all about every one`,
    });
  });

  it.each([
    ['check', { pr: 999 }],
    ['graph.status', { pr: 999 }],
  ])('%s of a loop that was never started is not satisfied, and says why', async (name, input) => {
    await run('graph.start');
    const { text, exitCode } = await run(name, input);
    expect(text).toContain('not started');
    expect(exitCode).toBe(1);
  });

  it('check says of an item that is not at its end that it is well so far', async () => {
    await run('graph.start', { item: 'issue-14', loop: 'pdlc-adhoc-loop' });
    expect((await run('check', { item: 'issue-14' })).text).toMatch(/^issue-14: ok so far \(at work\)/);
  });

  it.each([
    ['graph.complete', {}, /"warnings": \[\n.*not used/],
    ['graph.run', {}, /WARNING: .*not used/],
    ['check', { item: undefined, all: true }, /WARNING: .*not used/],
  ])('%s says that the state file cannot be used', async (name, input, said) => {
    await run('graph.start');
    writeFileSync(path.join(folder.root, 'docs/specs/issue-12/graph-state.json'), '{ not json');
    expect((await run(name, input)).text).toMatch(said);
  });

  it('check confirms what the asking side holds only where that is demanded', async () => {
    await run('graph.start');
    await run('gate.answer', { answer: 'select', skip: ['spec-chain', 'review-chain'] });
    const verbs = await folder.context.verbs({});
    const holding = (holds: boolean) => ({
      ...folder.context,
      verbs: () => Promise.resolve({ ...verbs, holds: () => holds }),
    });
    const selection = async (holds: boolean, input: object) => {
      const { text } = await checkItems.invoke(holding(holds), { item: 'issue-12', ...input });
      return !text.includes('phase-selection\n');
    };
    expect(await selection(false, {})).toBe(true);
    expect(await selection(false, { requireConfirmed: true })).toBe(false);
    expect(await selection(true, { requireConfirmed: true })).toBe(true);
  });

  it('show needs no item for a shipped loop, and knows no other', async () => {
    expect((await run('graph.show', { item: undefined, loop: 'pdlc-adhoc-loop' })).text).toContain('work');
    expect(JSON.parse((await run('graph.show', { item: undefined, format: 'json' })).text)).toMatchObject({
      name: 'pdlc-work-item-loop',
    });
    expect(JSON.parse((await run('graph.show', { item: undefined, pr: 7, format: 'json' })).text)).toMatchObject({
      name: 'pdlc-pr-loop',
    });
    await expect(run('graph.show', { item: undefined, loop: '../../etc/passwd' })).rejects.toMatchObject({
      name: 'LoopError',
    });
  });
});
