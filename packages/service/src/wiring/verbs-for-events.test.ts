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
  { about: 'an event about an item without a checkout', verbs: null, occasion: { trigger }, told: ['no-checkout'] },
  { about: 'an event about an item with one', verbs: found, occasion: { trigger }, told: [] },
  { about: 'a look at an item without one', verbs: null, occasion: {}, told: [] },
])('tells of $about: $told', async ({ verbs, occasion, told }) => {
  const events: LoopEvent[] = [];
  const verbsOf = verbsForEvents({ verbsOf: () => Promise.resolve(verbs) }, (event) => events.push(event));
  expect(await verbsOf(target, occasion)).toBe(verbs);
  expect(events.map((event) => 'reason' in event && event.reason)).toEqual(told);
});
