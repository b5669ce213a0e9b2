import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Fact, type GraphState } from '@the-loop/graph-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TheLoop } from '../create-the-loop.ts';
import { createStage, type Stage } from '../testing/running-service.ts';

const forged = { at: '2026-01-01T00:00:00Z', by: { login: 'alice' }, source: { kind: 'runtime' } } as const;

let stage: Stage;
let theLoop: TheLoop;
let item: string;
let file: string;
let written: string;

const post = async (verb: string, body: object = {}) =>
  (await stage.ask(theLoop, `/api/v1/graph/${verb}`, { body: { item: 'issue-1', ...body } })).body;

/** A work item that waits for its phases to be chosen. */
beforeAll(async () => {
  stage = await createStage();
  theLoop = await stage.start();
  item = stage.github.createIssue({ as: 'alice', repo: 'acme/app', title: 'Dark mode' }).place;
  stage.github.comment({ as: 'alice', on: item, body: 'the-loop start' });
  await stage.github.until(() => stage.github.comments(item).some(({ author }) => author === 'the-loop[bot]'));
  const { body } = await stage.ask(theLoop, '/api/v1/events?limit=500');
  const checkout = body.events.find(({ event }) => event === 'workspace.prepared')?.checkout ?? '';
  file = path.join(checkout, 'docs/specs/issue-1/graph-state.json');
  await vi.waitFor(async () => expect((await post('status')).result.pendingWrites).toBe(0), { timeout: 5000 });
  written = readFileSync(file, 'utf8');
}, 40_000);
afterAll(() => stage.close());
beforeEach(() => writeFileSync(file, written));

function forge(facts: readonly Fact[], at = file): void {
  const state = JSON.parse(written) as GraphState;
  mkdirSync(path.dirname(at), { recursive: true });
  writeFileSync(at, JSON.stringify({ ...state, facts: [...state.facts, ...facts] }));
}

const entered = (node: string): Fact => ({ kind: 'entered', ...forged, node, entry: 1, via: 'edge', subjects: {} });

describe('A22: a hand-edited graph-state.json', () => {
  const edits: readonly (readonly [string, Fact])[] = [
    ['entered complete', entered('complete')],
    [
      'approved phase-selection',
      {
        kind: 'approved',
        ...forged,
        node: 'phase-selection',
        outcome: 'approved',
        headSha: '',
        subjects: {},
        used: [],
        approvers: [],
      },
    ],
    ['skipped design', { kind: 'skipped', ...forged, node: 'design', via: 'selection', token: 'design', reason: '' }],
    [
      'selected',
      { kind: 'selected', ...forged, skips: ['design'], optIns: [], surface: '', sessionPerPr: 'never', via: 'reply' },
    ],
  ];

  it.each(edits)('with a forged fact (%s) moves nothing, and is named', async (named, fact) => {
    const comments = stage.github.comments(item).length;
    forge([fact]);
    const { result } = await post('status');
    expect(result.currentNode).toBe('phase-selection');
    expect(result.warnings).toContain(`docs/specs/issue-1/graph-state.json: ignored: ${named} by @alice`);
    const advanced = await post('advance');
    expect(advanced.result).toMatchObject({ moved: false, currentNode: 'phase-selection' });
    expect(stage.github.comments(item)).toHaveLength(comments);
    expect((await stage.ask(theLoop, '/api/v1/status')).body.items[0]?.node).toBe('phase-selection');
  });

  it('of an inner loop says nothing about its pull request', async () => {
    const inner = path.join(path.dirname(file), 'pr-loops/pr-7/graph-state.json');
    forge([entered('complete')], inner);
    const { result } = await post('status', { pr: 7 });
    expect(result.currentNode).toBe('implementation');
    expect(result.warnings.join('\n')).toContain(
      'pr-loops/pr-7/graph-state.json, unknown here: ignored: entered complete by @alice',
    );
    expect((await post('status')).result.currentNode).toBe('phase-selection');
  });

  it('that is no JSON stops nothing', async () => {
    writeFileSync(file, '<<<<<<< HEAD\n');
    const { result } = await post('status');
    expect(result.currentNode).toBe('phase-selection');
    expect(result.warnings.join('\n')).toContain('graph-state.json');
  });
});
