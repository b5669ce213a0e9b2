import { type GateComment, type HookContext } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { type ContextParts, hookContext, OWN_LOGIN, remoteThread, reply } from '../../testing/hook-context.ts';
import { loopNamed } from '../../testing/loops.ts';
import { classifyPhaseSelection } from './classify-phase-selection.ts';

const graph = loopNamed('pdlc-work-item-loop');
const CHECKLIST =
  '- [x] brainstorming\n- [ ] design\n- [x] security-review\n\n<!-- the-loop:phase-selection -->\n<!-- the-loop:agent-comment -->';
const own = { id: 'c1', author: OWN_LOGIN, body: CHECKLIST };
const context = (comments: readonly GateComment[], parts: ContextParts = {}): HookContext =>
  hookContext({
    graph,
    node: { id: 'phase-selection', actor: 'human', required: true },
    comments,
    checklist: { ref: 'github:acme/app#12', id: 'c1' },
    remote: remoteThread([own]),
    ...parts,
  });
const run = async (comments: readonly GateComment[], parts: ContextParts = {}) => {
  const { status, data, messages, effects } = await classifyPhaseSelection.run(context(comments, parts));
  return { status, data: data ?? {}, code: messages?.[0]?.code, effects: effects ?? [] };
};
const execute = reply('the-loop execute');

describe('classify-phase-selection', () => {
  it('freezes what was signed, and shows it back', async () => {
    const { status, data, effects } = await run([
      reply('- [ ] evidence\n- [x] design-critic-review\n\nthe-loop execute', { id: '5', url: 'u' }),
    ]);
    expect(status).toBe('pass');
    expect(data).toMatchObject({
      outcome: 'selected',
      source: 'reply',
      facts: [
        {
          kind: 'selected',
          by: { login: 'alice' },
          skips: ['design', 'evidence'],
          optIns: ['design-critic-review'],
          surface: 'work-item',
          sessionPerPr: 'cross-repository',
          via: 'reply',
          source: { kind: 'comment', id: '5', url: 'u' },
        },
      ],
    });
    expect(effects).toMatchObject([{ kind: 'comment', purpose: 'confirmation' }]);
    expect(JSON.stringify(effects)).toContain('signed by @alice');
  });

  it('keeps the whole plan as other programs read it', async () => {
    const { data } = await run([execute]);
    const frozen = data['frozenGraph'] as { nodes: { id: string; skipped: boolean; selectable: boolean }[] };
    expect(frozen).toMatchObject({ loop: 'pdlc-work-item-loop', workItem: 'issue-12', surface: 'work-item' });
    const skipped = frozen.nodes.filter((node) => node.skipped).map(({ id }) => id);
    expect(skipped).toEqual(['design', 'design-critic-review']);
  });

  it('passes without asking anybody once it is recorded', async () => {
    const refused = remoteThread([], ['listComments', 'readComment']);
    expect(await run([], { state: { selection: {} as never }, remote: refused })).toMatchObject({
      status: 'pass',
      effects: [],
    });
  });

  it.each([
    ['a start with the default phases', 'the-loop start default', 'default', []],
    ['a start with a list', 'the-loop start\n\n- [ ] evidence', 'reply', ['evidence']],
  ])('takes %s for selection and signature, without reading any checklist', async (...[, body, source, skips]) => {
    const { status, data } = await run([reply(body)], {
      checklist: undefined,
      remote: remoteThread([], ['readComment']),
    });
    expect({ status, source: data['source'], skips: data['skips'] }).toEqual({ status: 'pass', source, skips });
  });

  it('does not take a bare start for a selection', async () => {
    expect((await run([reply('the-loop start')])).code).toBe('SELECTION_UNSIGNED');
  });

  it('runs the full process when the checklist is gone, and waits for everything else', async () => {
    expect(await run([execute], { remote: remoteThread([]) })).toMatchObject({
      status: 'pass',
      data: { source: 'default', skips: [] },
    });
    expect((await run([execute], { remote: remoteThread([own], ['readComment']) })).code).toBe('SELECTION_UNREADABLE');
    expect((await run([execute], { checklist: undefined })).code).toBe('SELECTION_NOT_ASKED');
    const offline = hookContext({ graph, comments: [execute], checklist: { ref: 'github:acme/app#12', id: 'c1' } });
    expect((await classifyPhaseSelection.run(offline)).messages?.[0]?.code).toBe('SELECTION_UNREADABLE');
  });

  it('takes a bare signature where no checklist can ever be posted', async () => {
    expect(await run([execute], { checklist: undefined, ref: 'issue-12' })).toMatchObject({
      status: 'pass',
      data: { skips: [] },
    });
  });

  it.each([
    ['a contradiction', '- [x] design\n- [ ] design', 'both ticked and unticked: `design`'],
    ['a typing error', '- [ ] desgin', '`desgin` (did you mean `design`?)'],
    ['a broken box', '- [] evidence', 'not a box (write `[ ]` or `[x]`): `evidence`'],
  ])('names %s and keeps waiting', async (_name, list, hint) => {
    const { status, code, effects } = await run([reply(`${list}\n\nthe-loop execute`)]);
    expect({ status, code }).toEqual({ status: 'wait', code: 'SELECTION_UNCLEAR' });
    expect(JSON.stringify(effects)).toContain(hint);
  });

  it('keeps people’s words out of its messages', async () => {
    const { messages } = await classifyPhaseSelection.run(
      context([reply('- [ ] evidance\n- [ ] rm-all-data\n\nthe-loop execute')]),
    );
    expect(JSON.stringify(messages)).not.toContain('rm-all-data');
  });

  it('does not skip what the item already entered, and says so', async () => {
    const entered = { entries: 1, enteredAt: '', exitedAt: '', outcome: '', forced: false, attempts: 0, lastBlock: '' };
    const { data, effects } = await run([execute], { state: { nodes: { design: entered } } });
    expect(data).toMatchObject({ skips: [], late: ['design'] });
    expect(JSON.stringify(effects)).toContain('Already entered, so not left out: `design`');
  });

  it('names who changed boxes in the confirmation', async () => {
    const { effects } = await run([execute], { remote: remoteThread([{ ...own, editors: ['bob', OWN_LOGIN] }]) });
    expect(JSON.stringify(effects)).toContain('Boxes were changed by: `bob`');
  });

  it('A3: a forged checklist is ignored', async () => {
    const forged = { id: 'c2', author: 'mallory', body: '- [ ] security-review\n<!-- the-loop:phase-selection -->' };
    expect((await run([execute], { remote: remoteThread([own, forged]) })).data['skips']).toEqual(['design']);
    const stored = { ...forged, id: 'c1' };
    expect((await run([execute], { remote: remoteThread([stored]) })).code).toBe('SELECTION_FOREIGN');
  });

  it('A3: a forged checklist is named to whoever signs', async () => {
    const url = 'https://github.com/acme/app/issues/12#issuecomment-2';
    const forged = { id: 'c2', author: 'mallory', url, body: '- [ ] evidence\n<!-- the-loop:phase-selection -->' };
    const copied = { ...forged, id: 'c3', author: 'bob' };
    const thread = [own, { ...own, id: 'c0' }, copied, forged];
    const result = await classifyPhaseSelection.run(context([execute], { remote: remoteThread(thread) }));
    expect(result.messages).toEqual([
      {
        code: 'SELECTION_FORGED',
        text: 'a comment of mallory pretends to be the checklist and was not read',
        severity: 'warning',
      },
    ]);
    const body = JSON.stringify(result.effects);
    expect(body).toContain(`Ignored: [a comment](${url}) of \`mallory\` that pretends to be the checklist.`);
    expect(body).not.toContain('`bob`');
    const unread = await classifyPhaseSelection.run(
      context([execute], { remote: remoteThread(thread, ['listComments']) }),
    );
    expect(unread).toMatchObject({ status: 'pass', messages: [] });
  });

  it('A5: boxes that a stranger changed hold the gate once, naming them', async () => {
    const edited = { ...own, editors: ['mallory'] };
    const first = await run([execute], { remote: remoteThread([edited]) });
    expect(first).toMatchObject({ status: 'wait', code: 'SELECTION_FOREIGN_TICKS', effects: [{ purpose: 'hint' }] });
    const [notice] = first.effects;
    const body = notice?.kind === 'comment' ? notice.body : '';
    expect(body).toContain('`mallory`');
    const named = { id: 'c9', author: OWN_LOGIN, body, createdAt: '2026-03-02T10:31:00Z' };
    const later = reply('the-loop execute', { createdAt: '2026-03-02T10:40:00Z' });
    expect((await run([later], { remote: remoteThread([edited, named]) })).status).toBe('pass');
    expect((await run([execute], { remote: remoteThread([edited, named]) })).status).toBe('wait');
    expect((await run([later], { remote: remoteThread([edited, { ...named, author: 'mallory' }]) })).status).toBe(
      'wait',
    );
    const withList = reply('- [ ] evidence\n\nthe-loop execute');
    expect((await run([withList], { remote: remoteThread([edited]) })).status).toBe('pass');
  });

  it('A5: an edited comment signs nothing', async () => {
    expect((await run([reply('the-loop execute', { action: 'edited' })])).code).toBe('SELECTION_UNSIGNED');
  });

  it('A2: a login we post as signs nothing', async () => {
    const signed = reply('the-loop execute', { author: OWN_LOGIN });
    expect((await run([signed], { settings: { authorizedUsers: [OWN_LOGIN] } })).code).toBe('SELECTION_UNSIGNED');
  });

  it.each([
    ['A24', 'a question', 'What can the-loop execute about this?'],
    ['A25', 'a quoted reply', '> reply with\n> the-loop execute\n\nWhat does this do?'],
  ])('%s: %s signs nothing', async (...[, , body]) => {
    expect((await run([reply(body)])).code).toBe('SELECTION_UNSIGNED');
  });
});
