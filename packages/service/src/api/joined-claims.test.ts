import { parseRef } from '@the-loop/graph-core';
import { type Answer } from '@the-loop/operations';
import { expect, it } from 'vitest';
import { joinedClaims } from './joined-claims.ts';

const caller = { kind: 'agent', item: parseRef('github:acme/app#1') } as const;

function pendingClaims() {
  const begun: ((answer: Answer) => void)[] = [];
  const claim = () => new Promise<Answer>((resolve) => begun.push(resolve));
  return { begun, claim };
}
const answer = (text: string): Answer => ({ result: {}, text, exitCode: 0 });

it('a second claim of a node joins the one that runs, and a later one runs anew', async () => {
  const join = joinedClaims();
  const { begun, claim } = pendingClaims();
  const place = { caller, input: { item: 'issue-1', node: 'build', actor: 'one' } };
  const first = join(place, claim);
  const second = join({ caller, input: { node: 'build', item: 'issue-1', actor: 'two' } }, claim);
  expect(begun).toHaveLength(1);
  begun[0]?.(answer('passed'));
  expect(await Promise.all([first, second])).toEqual([answer('passed'), answer('passed')]);
  void join(place, claim);
  expect(begun).toHaveLength(2);
});

it.each([{ node: 'review' }, { pr: 2 }, { pr: 2, prRepo: 'acme/infra' }, { item: 'issue-2' }])(
  'a claim of another place, %o, runs beside it',
  (other) => {
    const join = joinedClaims();
    const { begun, claim } = pendingClaims();
    const input = { item: 'issue-1', node: 'build' };
    void join({ caller, input }, claim);
    void join({ caller, input: { ...input, ...other } }, claim);
    void join({ caller: { ...caller, item: parseRef('github:acme/other#1') }, input }, claim);
    expect(begun).toHaveLength(3);
  },
);

it('a claim that failed holds up no other', async () => {
  const join = joinedClaims();
  const place = { caller, input: { item: 'issue-1' } };
  await expect(join(place, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await join(place, () => Promise.resolve(answer('yes')))).toEqual(answer('yes'));
});
