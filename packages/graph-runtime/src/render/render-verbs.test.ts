import { builtinHooks } from '@the-loop/hooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerGate, readGate } from '../gate/answer-gate.ts';
import { loadLoop } from '../loops/load-loop.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { advance } from '../verbs/advance.ts';
import { status } from '../verbs/check.ts';
import { complete } from '../verbs/complete.ts';
import { force } from '../verbs/force.ts';
import { migrate } from '../verbs/migrate.ts';
import { run } from '../verbs/run.ts';
import { simulate } from '../verbs/simulate.ts';
import { skip } from '../verbs/skip.ts';
import {
  exitCodeOfComplete,
  exitCodeOfDeclared,
  exitCodeOfMigration,
  exitCodeOfRun,
  exitCodeOfVerb,
} from './exit-code.ts';
import { points } from './lines.ts';
import { renderGraphText } from './render-graph-text.ts';
import { renderStatus } from './render-status.ts';
import {
  renderAdvance,
  renderAnswer,
  renderDeclared,
  renderForce,
  renderGate,
  renderMigration,
  renderRun,
  renderSimulation,
} from './render-verbs.ts';

const item = { address: { id: 'issue-194' } };
const adhoc = { ...item, loop: 'pdlc-adhoc-loop' };

let space: Workspace;
let one: TestContext;
beforeEach(() => {
  space = createWorkspace('octo/repo');
  one = createTestContext(space.store, builtinHooks, { originRepo: '' });
});
afterEach(() => space.remove());

describe('what the verbs print', () => {
  it('an advance says where it waits, and what did not complete', async () => {
    const report = await advance(one, item);
    expect(exitCodeOfVerb(report)).toBe(0);
    const printed = renderAdvance(report).split('\n');
    expect(printed[0]).toBe('issue-194: phase-selection → wait');
    expect(printed[1]).toMatch(/^ {2}· waiting for an authorized person/);
    expect(printed.join('\n')).toMatch(
      /· warning: set-phase-label, post-phase-selection did not complete: malformed work item ref/,
    );
  });

  it('a start enters a node, and a pass without anything to check says so', async () => {
    expect(renderAdvance(await advance(one, adhoc))).toMatch(/^issue-194: entered work\n/);
    expect(renderAdvance(await advance(one, adhoc))).toMatch(
      /^issue-194: work → pass\n {2}· there was nothing to check/,
    );
    expect(renderRun(await run(one, { ...adhoc, address: { id: 'issue-195' } }))).toContain(
      'work: pass (nothing to check)',
    );
  });

  it('an escalation does not look like a move, and stays visible', async () => {
    await force(one, { ...item, to: 'design', reason: 'r' });
    const claims = [];
    for (let tries = 0; tries < 2; tries += 1) claims.push(await advance(one, { ...item, claim: true }));
    expect(claims.map(renderAdvance).map((text) => text.split('\n')[0])).toEqual([
      'issue-194: design → block',
      expect.stringMatching(/^issue-194: escalated at design: tried 2 times/),
    ]);
    const report = await status(one, item);
    expect(report.escalated).toMatchObject({ node: 'design', attempts: 2 });
    expect(renderStatus(report)).toMatch(/^ {2}escalated since 2026-\S+: tried 2 times$/m);
  });

  it('status says why an item is parked', async () => {
    await advance(one, item);
    expect(renderStatus(await status(one, item))).toMatch(/^ {2}parked since 2026-\S+: .*waiting for an authorized/m);
  });

  it('gives a finding that is a point already no second mark', () => {
    expect(points(['- one of a, b', 'c\n- d'])).toEqual(['  · one of a, b', '  · c', '    - d']);
  });

  it('a skip says what was declared, rejected and not posted', async () => {
    const report = await skip(one, { ...item, tokens: ['design', 'nope'], reason: 'r' });
    expect(exitCodeOfDeclared(report)).toBe(0);
    expect(renderDeclared(report)).toMatch(
      /^declared: design\nrejected: nope — .*\n {2}WARNING: could not post the audit comment: malformed/,
    );
  });

  it('a force says that it moved the pointer only', async () => {
    const report = await force(one, { ...item, to: 'design', reason: 'hurry' });
    const printed = renderForce(report).split('\n');
    expect(printed.slice(0, 2)).toEqual(['forced issue-194: phase-selection → design', '  reason: hurry']);
    expect(printed.at(-1)).toBe('so `the-loop check --recompute` still reports it.');
  });

  it('a run says why it stopped', async () => {
    const report = await run(one, adhoc);
    expect([exitCodeOfRun(report), renderRun(report).split('\n').at(-1)]).toEqual([0, '  stopped: it waits']);
  });

  it('a migration shows both graphs', async () => {
    await advance(one, adhoc);
    const report = await migrate(one, { ...item, to: 'pdlc-contribution-loop', dryRun: true });
    expect(exitCodeOfMigration(report)).toBe(2);
    expect(renderMigration(report)).toMatch(
      /issue-194: refused \(orphaned\)[\s\S]*the new loop has no work: pass --at/,
    );
  });

  it('a simulation shows the assumed way', async () => {
    expect(renderSimulation(await simulate(one, adhoc))).toBe(
      'issue-194 in pdlc-adhoc-loop, if its gates answer so:\n  work [agent] --pass--> review\n  review [human] --done--> complete\n  complete',
    );
  });

  it('a gate is shown with its digests before it is answered', async () => {
    space.write('docs/specs/issue-194/design.md', '# D\n');
    await force(one, { ...item, to: 'design-approval', reason: 'r' });
    expect(renderGate(await readGate(one, item))).toMatch(
      /^issue-194: design-approval waits for you\n {2}[0-9a-f]{12} {2}design\.md\n {2}answer with:\n {4}the-loop gate answer issue-194 approve \[--note <text>\]\n {4}the-loop gate answer issue-194 changes --note <text>$/,
    );
    expect(renderAnswer(await answerGate(one, { ...item, answer: { kind: 'approve' } }))).toMatch(
      /^issue-194: design-approval: approved\n {2}· advanced to tasks-breakdown/,
    );
  });

  it('a claim ends with 0 unless it is asked for more', async () => {
    const report = await complete(one, item);
    expect([exitCodeOfComplete(report), exitCodeOfComplete(report, true)]).toEqual([0, 2]);
  });

  it('a graph is shown with flags and edges', async () => {
    const printed = renderGraphText(await loadLoop('pdlc-work-item-loop'));
    expect(printed.split('\n').slice(0, 4)).toEqual([
      'graph v1, start: phase-selection',
      '  phase-selection  [required, human]',
      '      --selected--> brainstorming',
      '  brainstorming  [skippable]',
    ]);
    expect(printed).toContain('  design-critic-review  [opt-in]');
  });
});
