import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deferringPerformer } from '../effects/effect-performer.ts';
import { plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { advance } from '../verbs/advance.ts';
import { check } from '../verbs/check.ts';
import { force } from '../verbs/force.ts';
import { start } from '../verbs/start.ts';
import { answerGate, readGate } from './answer-gate.ts';

const item = { address: { id: 'issue-12' } };
const design = 'docs/specs/issue-12/design.md';

let space: Workspace;
let one: TestContext;
beforeEach(async () => {
  space = createWorkspace();
  one = createTestContext(space.store, await plainHooks());
});
afterEach(() => space.remove());

async function atDesignApproval(): Promise<void> {
  space.write(design, '---\nstatus: ready\n---\n# Design\n\n## Architecture\n\nx\n');
  await start(one, item);
  await force(one, { ...item, to: 'design-approval', reason: 'test' });
  one.performer.written.length = 0;
  one.performer.bodies.length = 0;
}

describe('answering at a terminal', () => {
  it('selects phases, and the selection counts', async () => {
    await start(one, item);
    const report = await answerGate(one, { ...item, answer: { kind: 'select', skips: ['spec-chain'], optIns: [] } });
    expect(report).toMatchObject({ status: 'pass', outcome: 'selected', currentNode: 'implementation' });
    expect(one.events).toContainEqual(expect.objectContaining({ event: 'graph.skips_declared', via: 'gate-answer' }));
    const { nodes } = await check(one, item);
    expect(nodes.find(({ node }) => node === 'phase-selection')).toMatchObject({
      status: 'pass',
      provenance: 'recorded',
      by: ['@operator'],
    });
    expect(one.performer.bodies.join()).toContain('left out: brainstorming');
  });

  it('shows the digests first, and approves exactly those', async () => {
    await atDesignApproval();
    const gate = await readGate(one, item);
    expect(gate).toMatchObject({ node: 'design-approval', changed: [] });
    const report = await answerGate(one, { ...item, actor: 'at the desk', answer: { kind: 'approve' } });
    expect(report).toMatchObject({ outcome: 'approved', currentNode: 'tasks-breakdown', subjects: gate.subjects });
    const { facts } = (await space.store.load(item.address)).state;
    expect(facts.find(({ kind }) => kind === 'approved')).toMatchObject({
      source: { kind: 'terminal' },
      by: { login: 'operator', note: 'at the desk' },
      subjects: gate.subjects,
    });
    expect(one.performer.written).toContainEqual(['comment', 'github:acme/app#12']);
    expect(one.performer.bodies[0]).toContain(gate.subjects['design.md']?.slice(0, 12));
  });

  it('names what changed since the gate was entered', async () => {
    await atDesignApproval();
    space.write(design, '# Design\n\n## Architecture\n\nsomething else\n');
    expect((await readGate(one, item)).changed).toEqual(['design.md']);
  });

  it('holds the next advance when an approved artifact changes afterwards', async () => {
    await atDesignApproval();
    await answerGate(one, { ...item, answer: { kind: 'approve' } });
    space.write(design, space.read(design).replace('x', 'smuggled'));
    const report = await advance(one, item);
    expect(report).toMatchObject({ status: 'wait', moved: false, currentNode: 'tasks-breakdown' });
    expect(report.messages.join()).toMatch(/design\.md.*design-approval/);
    expect(one.events).toContainEqual(expect.objectContaining({ event: 'graph.drifted', files: ['design.md'] }));
    const gate = (await check(one, item)).nodes.find(({ node }) => node === 'design-approval');
    expect(gate).toMatchObject({ status: 'wait', messages: [expect.stringContaining('design.md')] });
  });

  it('is not disturbed by a status, a ticked box or a review comment', async () => {
    await atDesignApproval();
    await answerGate(one, { ...item, answer: { kind: 'approve' } });
    space.write(
      design,
      `${space.read(design).replace('status: ready', 'status: approved')}\n## Review comments\n\nfine\n`,
    );
    expect(await advance(one, item)).toMatchObject({ status: 'pass', moved: true });
  });

  it('asks for changes with a note that lands in the artifact', async () => {
    await atDesignApproval();
    const report = await answerGate(one, { ...item, answer: { kind: 'changes', note: 'rename it\n## Not a heading' } });
    expect(report).toMatchObject({ outcome: 'changes-requested', currentNode: 'design' });
    expect(space.read(design)).toMatch(
      /## Review comments\n\n### 2026-01-01 — changes-requested\n\n\*\*@operator\*\* wrote:\n\n> rename it\n> ## Not a heading/,
    );
  });

  it('states a goal', async () => {
    await start(one, { ...item, loop: 'pdlc-contribution-loop' });
    const answer = { kind: 'goal', goal: 'faster', criteria: ['half the time'] } as const;
    expect(await answerGate(one, { ...item, answer })).toMatchObject({
      outcome: 'defined',
      currentNode: 'phase-selection',
    });
  });

  it('works without GitHub: the comment waits', async () => {
    await atDesignApproval();
    const report = await answerGate(
      { ...one, performer: deferringPerformer },
      { ...item, answer: { kind: 'approve' } },
    );
    expect(report).toMatchObject({ currentNode: 'tasks-breakdown', degraded: [] });
    expect(report.pendingWrites).toBeGreaterThan(0);
  });

  it.each([
    ['an approval of the selection', { kind: 'approve' }],
    ['a goal at the selection', { kind: 'goal', goal: 'x', criteria: ['y'] }],
    ['an unknown phase', { kind: 'select', skips: ['nope'] }],
    ['a skip of the selection itself', { kind: 'select', skips: ['phase-selection'] }],
    ['an opt-in that is none', { kind: 'select', optIns: ['design'] }],
  ] as const)('refuses %s', async (_what, answer) => {
    await start(one, item);
    await expect(answerGate(one, { ...item, answer: answer })).rejects.toMatchObject({
      code: 'VERB_REFUSED_ANSWER',
    });
    expect((await check(one, item)).currentNode).toBe('phase-selection');
  });

  it('refuses a request for changes that does not say which, and any answer where nobody is asked', async () => {
    await atDesignApproval();
    await expect(answerGate(one, { ...item, answer: { kind: 'changes', note: ' ' } })).rejects.toMatchObject({
      code: 'VERB_REFUSED_ANSWER',
    });
    await force(one, { ...item, to: 'design', reason: 'r' });
    await expect(readGate(one, item)).rejects.toMatchObject({ code: 'VERB_REFUSED_ANSWER' });
  });
});
