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

  it('says which loop and which run a list belongs to, the same each time it is rendered', async () => {
    const nonceAt = async (entries: number) => {
      const nodes = {
        'phase-selection': {
          entries,
          enteredAt: '',
          exitedAt: '',
          outcome: '',
          forced: false,
          attempts: 0,
          lastBlock: '',
        },
      };
      const { effects } = await postPhaseSelection.run(hookContext({ ...parts, state: { nodes } }));
      return /<!-- the-loop:checklist loop=pdlc-work-item-loop nonce=([0-9a-f]{16}) -->/.exec(
        JSON.stringify(effects),
      )?.[1];
    };
    expect(await nonceAt(1)).toMatch(/./);
    expect(await nonceAt(1)).toBe(await nonceAt(1));
    expect(await nonceAt(2)).not.toBe(await nonceAt(1));
  });

  it('A4, A20: asks although a stranger posted our mark first', async () => {
    const remote = remoteThread([{ id: '1', author: 'mallory', body: '<!-- the-loop:phase-selection -->' }]);
    expect((await postPhaseSelection.run(hookContext({ ...parts, remote }))).effects).toHaveLength(1);
  });

  it('folds away the list of an earlier run, behind the new one, and where the start makes a new one needless', async () => {
    const checklist = { ref: 'github:acme/app#12', id: '41' };
    const fold = { kind: 'minimize', ref: 'github:acme/app#12', id: '41' };
    const asked = await postPhaseSelection.run(hookContext({ ...parts, checklist }));
    expect(asked.effects).toMatchObject([{ kind: 'comment' }, fold]);
    const brought = hookContext({ ...parts, checklist, comments: [reply('the-loop start default')] });
    expect((await postPhaseSelection.run(brought)).effects).toEqual([fold]);
    const selected = hookContext({ ...parts, checklist, state: { selection: {} as never } });
    expect((await postPhaseSelection.run(selected)).effects ?? []).toEqual([]);
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
