import { type LoopEvent } from '@the-loop/events';
import { parseRef } from '@the-loop/graph-core';
import { type VerbContext } from '@the-loop/graph-runtime';
import { expect, it } from 'vitest';
import { type Trigger } from '../graph/agent-prompt.ts';
import { verbsForEvents } from './verbs-for-events.ts';

const target = { item: parseRef('github:acme/app#7'), address: { id: 'issue-7' } };
const trigger = {} as Trigger;
const found = {} as VerbContext;

it.each([
  ['an event about an item without a checkout', null, { trigger }, ['no-checkout']],
  ['an event about an item with one', found, { trigger }, []],
  ['a look at an item without one', null, {}, []],
] as const)('tells of %s', async (_, verbs, occasion, reasons) => {
  const events: LoopEvent[] = [];
  const verbsOf = verbsForEvents({ verbsOf: () => Promise.resolve(verbs) }, (event) => events.push(event));
  expect(await verbsOf(target, occasion)).toBe(verbs);
  expect(events.map((event) => 'reason' in event && event.reason)).toEqual(reasons);
});
