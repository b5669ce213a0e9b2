import { builtinHooks } from '@the-loop/hooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitCodeOfCheck, exitCodeOfCheckAll, exitCodeOfStatus } from '../render/exit-code.ts';
import { renderCheck, renderCheckAll, renderStatus } from '../render/render-status.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { check, checkAll, status } from '../verbs/check.ts';
import { force } from '../verbs/force.ts';
import { start } from '../verbs/start.ts';
import { unreadReport } from './check-report.ts';

const item = { address: { id: 'issue-12' } };

let space: Workspace;
let one: TestContext;
beforeEach(() => {
  space = createWorkspace();
  one = createTestContext(space.store, builtinHooks);
});
afterEach(() => space.remove());

describe('all items', () => {
  it('one that cannot be read is named and stops no other', async () => {
    await start(one, item);
    space.write('docs/specs/issue-9/graph-state.json', '{"version":99}');
    const report = await checkAll(one);
    expect(report.items.map(({ id, kind }) => [id, kind])).toEqual([
      ['issue-12', 'checked'],
      ['issue-9', 'unreadable'],
    ]);
    expect(exitCodeOfCheckAll(report, 'block')).toBe(1);
    expect(renderCheckAll(report)).toBe(
      'issue-12: UNMET (at phase-selection): phase-selection: waiting for an authorized person\n' +
        'issue-9: UNREAD — the state file has version 99, this program reads up to 2\n0/2 work items satisfied',
    );
  });

  it('finding none is no success', async () => {
    const report = await checkAll(one);
    expect([exitCodeOfCheckAll(report), renderCheckAll(report)]).toEqual([1, 'no work items found']);
  });
});

describe('what is printed', () => {
  it('status shows what was reached and sums up the rest', async () => {
    await start(one, item);
    await force(one, { ...item, to: 'requirements-definition', reason: 'r' });
    const report = await status(one, item);
    expect(exitCodeOfStatus(report)).toBe(1);
    const lines = renderStatus(report).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'issue-12: at requirements-definition',
      '  wait   phase-selection',
      '           · waiting for an authorized person',
    ]);
    expect(lines).toContain('  BLOCK  requirements-definition (forced)');
    expect(lines.find((line) => line.includes('not reached'))).toMatch(
      /^ {2}\d+ nodes not reached yet: requirements-approval, design, /,
    );
  });

  it('check shows what is unmet', async () => {
    await start(one, item);
    expect(
      renderCheck(await check(one, item))
        .split('\n')
        .slice(0, 2),
    ).toEqual(['issue-12: UNMET (at phase-selection)', '  WAIT   phase-selection']);
  });

  it('A16, A17: a repository that is not there fails both ways and names nothing', () => {
    const report = unreadReport('issue-12');
    expect([exitCodeOfCheck(report), exitCodeOfCheck(report, 'block')]).toEqual([1, 1]);
    expect(renderCheck(report)).toBe('issue-12: UNREAD — the repository is not a directory');
  });

  it('nothing in a state file steers the terminal', async () => {
    space.write(
      'docs/specs/issue-12/graph-state.json',
      JSON.stringify({ skips: { design: { via: 'cli', by: 'x\u001B[2J', reason: '\u202Eevil', token: 'design' } } }),
    );
    const printed = renderStatus({ ...(await status(one, item)), reached: ['design'] });
    expect(printed).toContain('x?[2J: ?evil');
  });
});
