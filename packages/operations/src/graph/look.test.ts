import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultHarnessConfig } from '@the-loop/config';
import { describe, expect, it } from 'vitest';
import { answer } from '../gate/answer.ts';
import { folderContext } from '../testing/folder-context.ts';
import { memoryContext } from '../testing/memory-context.ts';
import { graphHooks } from './hooks.ts';
import { graphLint } from './lint.ts';
import { graphRender } from './render.ts';
import { graphShow } from './show.ts';
import { graphSimulate } from './simulate.ts';
import { graphStart } from './start.ts';

const SOUND = `name: mine
version: 1
start: work
nodes:
  - {id: work, actor: agent}
  - {id: done, actor: code, terminal: true}
edges:
  - {from: work, to: done, on: pass}
`;

async function lintText(text: string) {
  const world = memoryContext();
  world.files.set('mine.yaml', text);
  return graphLint.invoke(world.context, { loop: 'mine.yaml' });
}

describe('graph lint', () => {
  it('finds nothing in the shipped loops, and judges all of them when none is named', async () => {
    const { text, exitCode } = await graphLint.invoke(memoryContext().context, {});
    expect(text.split('\n')).toEqual(
      ['pdlc-work-item-loop', 'pdlc-pr-loop', 'pdlc-contribution-loop', 'pdlc-adhoc-loop'].map(
        (name) => `${name}: no findings`,
      ),
    );
    expect(exitCode).toBe(0);
  });

  it("judges the operator's loops beside them", async () => {
    const context = { ...memoryContext().context, graphs: () => Promise.resolve({ mine: SOUND }) };
    const { text } = await graphLint.invoke(context, {});
    expect(text.split('\n').at(-1)).toBe('mine: no findings');
  });

  it('fails on a file that is no graph, with every problem and its place', async () => {
    const { text, exitCode } = await lintText(SOUND.replace('to: done', 'to: gone'));
    expect(exitCode).toBe(1);
    expect(text).toMatch(/^mine\.yaml: 1 problem\n {2}error 8:\d+ edges\[0\]\.to: .+\(unknown-node\)$/);
  });

  it('fails on a hook that does not exist, and on a way round a gate', async () => {
    const unknown = await lintText(SOUND.replace('actor: agent}', 'actor: agent, exit: [{hook: no-such}]}'));
    expect(unknown.text).toContain('(unknown-hook)');
    const round = await lintText(`name: mine
version: 1
start: work
nodes:
  - {id: work, actor: agent, exit: [{hook: classify-adhoc-reply}]}
  - {id: gate, actor: human, required: true, exit: [{hook: classify-feedback}]}
  - {id: done, actor: code, terminal: true}
edges:
  - {from: work, to: gate, on: done}
  - {from: work, to: done, on: more-work}
  - {from: gate, to: done, on: approved}
  - {from: gate, to: done, on: approved-with-comments}
  - {from: gate, to: work, on: changes-requested}
`);
    expect(round.exitCode).toBe(1);
    expect(round.text).toContain('error done can be reached without the required gate: work → done (gate-bypass)');
  });

  it('names the loops there are when one is unknown', async () => {
    await expect(graphLint.invoke(memoryContext().context, { loop: 'mine' })).rejects.toMatchObject({
      code: 'GRAPH_LOOP_UNKNOWN',
    });
  });
});

describe('graph simulate', () => {
  it('walks as its gates are assumed to answer, and writes nothing', async () => {
    const folder = folderContext();
    const outcome = ['review=more-work', 'review=done'];
    const { text, result, exitCode } = await graphSimulate.invoke(folder.context, {
      item: 'issue-7',
      loop: 'pdlc-adhoc-loop',
      outcome,
    });
    expect(exitCode).toBe(0);
    const steps = ['work', 'review', 'work', 'review', 'complete'].map((node) => ({ node }));
    expect(result).toMatchObject({ end: 'terminal', steps });
    expect(text.split('\n')[0]).toBe('issue-7 in pdlc-adhoc-loop, if its gates answer so:');
    expect(folder.files()).toEqual([]);
    folder.remove();
  });

  it('leaves out a skip set by its name, and refuses what it does not know', async () => {
    const folder = folderContext();
    const { result } = await graphSimulate.invoke(folder.context, { item: 'issue-7', skip: ['spec-chain'] });
    expect(result).toMatchObject({
      steps: expect.arrayContaining([expect.objectContaining({ node: 'design', outcome: 'skipped' })]),
    });
    const wrong = [{ skip: ['phase-selection'] }, { skip: ['no-such'] }, { outcome: ['no-such=pass'] }];
    for (const given of wrong) {
      await expect(graphSimulate.invoke(folder.context, { item: 'issue-7', ...given })).rejects.toMatchObject({
        code: 'OPERATION_USAGE',
      });
    }
    folder.remove();
  });

  it.each(['design', '=pass', 'design=', 'a=b=c'])('refuses the outcome "%s"', async (text) => {
    const folder = folderContext();
    await expect(graphSimulate.invoke(folder.context, { item: 'issue-7', outcome: [text] })).rejects.toMatchObject({
      code: 'OPERATION_USAGE',
    });
    folder.remove();
  });
});

describe('graph render', () => {
  it('writes the state file again and says where', async () => {
    const folder = folderContext();
    await graphStart.invoke(folder.context, { item: 'issue-7', ref: 'github:acme/app#7' });
    const { text, exitCode } = await graphRender.invoke(folder.context, { item: 'issue-7' });
    folder.remove();
    expect(text).toBe('issue-7: docs/specs/issue-7/graph-state.json is written');
    expect(exitCode).toBe(0);
  });

  it('makes no item of a mistyped id', async () => {
    const folder = folderContext();
    await expect(graphRender.invoke(folder.context, { item: 'issue-70', pr: 7 })).rejects.toMatchObject({
      code: 'OPERATION_NOTHING_STORED',
      message: expect.stringContaining('issue-70/pr-7'),
    });
    expect(folder.files()).toEqual([]);
    folder.remove();
  });

  it('says loudly that it had nothing to write, and keeps what it could not read', async () => {
    const folder = folderContext();
    await graphStart.invoke(folder.context, { item: 'issue-7' });
    writeFileSync(path.join(folder.root, 'docs/specs/issue-7/graph-state.json'), '{ not json');
    const { text, exitCode } = await graphRender.invoke(folder.context, { item: 'issue-7' });
    const files = folder.files();
    folder.remove();
    expect(text).toContain('WARNING: ALL FACTS ARE LOST');
    expect(exitCode).toBe(1);
    expect(files.filter((name) => name.startsWith('docs/specs/issue-7/graph-state'))).toHaveLength(2);
  });
});

describe('graph show', () => {
  it('says where an item stands, in which loop, and what it leaves out', async () => {
    const folder = folderContext();
    const show = async () => (await graphShow.invoke(folder.context, { item: 'issue-7' })).text;
    expect(await show()).toMatch(/^graph v1, start: phase-selection, loop: pdlc-work-item-loop, not started\n/);
    await graphStart.invoke(folder.context, { item: 'issue-7' });
    await answer.invoke(folder.context, { item: 'issue-7', answer: 'select', skip: ['design'] });
    const text = await show();
    folder.remove();
    expect(text).toMatch(/^graph v1, start: phase-selection, loop: pdlc-work-item-loop\n/);
    expect(text).toContain('\n  brainstorming  [skippable]  ← issue-7 is here\n');
    expect(text).toContain('\n  design  [skippable]  (left out)\n');
  });

  it("shows one of the operator's loops", async () => {
    const context = { ...memoryContext().context, graphs: () => Promise.resolve({ mine: SOUND }) };
    expect((await graphShow.invoke(context, { loop: 'mine' })).text).toMatch(/^graph v1, start: work\n/);
  });
});

describe('graph hooks', () => {
  const declared = (node: string) => ({
    ...memoryContext().context,
    harness: () =>
      Promise.resolve({
        ...defaultHarnessConfig,
        graph: {
          hooks: {
            modules: [{ path: 'hooks/size.ts' }],
            attach: [{ hook: 'x-size', node, boundary: 'exit' as const, with: {} }],
          },
        },
      }),
  });

  it('lists the shipped ones with what they may do', async () => {
    const { text } = await graphHooks.invoke(memoryContext().context, {});
    expect(text).toMatch(/^classify-feedback +pure .+approved, approved-with-comments, changes-requested$/m);
    expect(text).toContain('the repository declares no hooks');
  });

  it('lists what a repository declares as refused, and says why', async () => {
    const { text, exitCode } = await graphHooks.invoke(declared('design'), {});
    expect(text).toContain('x-size: refused, declared at the exit of design');
    expect(text).toContain('are read and listed, and not run');
    expect(exitCode).toBe(0);
  });

  it('fails on a declaration for a node that does not exist', async () => {
    const { text, exitCode } = await graphHooks.invoke(declared('nowhere'), {});
    expect(text).toContain('WRONG: graph.hooks.attach.0.node');
    expect(exitCode).toBe(1);
  });
});
