import { describe, expect, it } from 'vitest';
import { hookContext, remoteThread, reply } from '../../testing/hook-context.ts';
import { loopNamed } from '../../testing/loops.ts';
import { postPhaseSelection } from './post-phase-selection.ts';

const parts = { graph: loopNamed('pdlc-work-item-loop'), node: { id: 'phase-selection' }, boundary: 'entry' as const };

describe('post-phase-selection', () => {
  it('asks for the phases with the operator’s words', async () => {
    const { effects } = await postPhaseSelection.run(
      hookContext({ ...parts, settings: { executeKeyword: '/go', sessionPerPr: 'never' } }),
    );
    expect(effects).toMatchObject([{ kind: 'comment', ref: 'github:acme/app#12', purpose: 'phase-checklist' }]);
    expect(JSON.stringify(effects)).toContain('`/go`');
    expect(JSON.stringify(effects)).toContain('- [x] `pr-sessions-never`');
  });

  it('A4: asks although a stranger posted our mark first', async () => {
    const remote = remoteThread([{ id: '1', author: 'mallory', body: '<!-- the-loop:phase-selection -->' }]);
    expect((await postPhaseSelection.run(hookContext({ ...parts, remote }))).effects).toHaveLength(1);
  });

  it.each([
    ['it is selected', { state: { selection: {} as never } }, 0],
    ['the start says default', { comments: [reply('the-loop start default')] }, 0],
    ['the start brings a list', { comments: [reply('the-loop start\n- [ ] design')] }, 0],
    ['the list of the start is not clear', { comments: [reply('the-loop start\n- [ ] desgin')] }, 1],
    ['the start is bare', { comments: [reply('the-loop start')] }, 1],
    ['a stranger brings a list', { comments: [reply('the-loop start default', { author: 'mallory' })] }, 1],
  ])('when %s: %#', async (_name, more, posts) => {
    expect((await postPhaseSelection.run(hookContext({ ...parts, ...more }))).effects ?? []).toHaveLength(posts);
  });
});
