import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultOperatorConfig } from '@the-loop/config';
import { answerGate, check, start, type VerbContext } from '@the-loop/graph-runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openCheckout } from './open-checkout.ts';

const item = { address: { id: 'issue-1' } };
const answer = { kind: 'select', skips: ['spec-chain'], optIns: [] } as const;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'typed-'));
  mkdirSync(path.join(folder, 'app/.git'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (stateRoot: string): Promise<VerbContext> =>
  openCheckout({
    repo: path.join(folder, 'app'),
    operator: defaultOperatorConfig,
    environment: {},
    principal: { login: 'alice' },
    secret: () => 'ab'.repeat(32),
    typedFacts: path.join(folder, stateRoot, 'typed-facts'),
    emit: () => undefined,
  });

async function selection(verbs: VerbContext, id = 'issue-1') {
  const holds = verbs.holds === undefined ? {} : { holds: verbs.holds };
  const report = await check(verbs, { address: { id }, requireConfirmed: true, ...holds });
  return report.nodes.find(({ node }) => node === 'phase-selection');
}

const stateOf = (id: string) => path.join(folder, 'app/docs/specs', id, 'graph-state.json');

it('confirms what was typed on this machine, and on no other', async () => {
  await start(await open('here'), item);
  await answerGate(await open('here'), { ...item, answer });
  expect(await selection(await open('here'))).toMatchObject({ status: 'pass', provenance: 'confirmed' });
  expect(await selection(await open('there'))).toMatchObject({ status: 'wait' });
  expect(statSync(path.join(folder, 'here/typed-facts')).mode & 0o777).toBe(0o600);
});

it('confirms no fact that was changed afterwards, or taken from another item', async () => {
  await start(await open('here'), item);
  await answerGate(await open('here'), { ...item, answer });
  const text = readFileSync(stateOf('issue-1'), 'utf8');
  mkdirSync(path.dirname(stateOf('issue-2')), { recursive: true });
  writeFileSync(stateOf('issue-2'), text.replaceAll('issue-1', 'issue-2'));
  expect(await selection(await open('here'), 'issue-2')).toMatchObject({ status: 'wait' });
  writeFileSync(stateOf('issue-1'), text.replaceAll('"alice"', '"bob"'));
  expect(await selection(await open('here'))).toMatchObject({ status: 'wait' });
});

it('keeps nothing of what it found in the file', async () => {
  await start(await open('there'), item);
  await answerGate(await open('there'), { ...item, answer });
  await answerGate(await open('here'), { ...item, answer: { kind: 'approve' } }).catch(() => undefined);
  expect(await selection(await open('here'))).toMatchObject({ status: 'wait' });
});
