import { REASONS } from '@the-loop/dispatcher';
import { type DropReason, dropReasons, route } from '@the-loop/router';
import { describe, expect, it } from 'vitest';
import { comment, memoryContext } from '../testing/memory-context.ts';
import { deliverySentence, operatorReasons } from './reason-sentence.ts';

const { settings } = memoryContext();
const said = comment('hello').payload as Readonly<Record<string, unknown>>;

/** One way to each reason of the guards. That each reason of a decision can be reached is shown beside the decision table. */
const WAYS: Readonly<Record<DropReason, readonly [event: string, change: object, route?: object]>> = {
  'disabled-event': ['issue_comment', {}, { enabledEvents: ['issues'] }],
  'no-work-item': ['star', {}],
  'malformed-payload': ['issue_comment', { comment: 'no comment' }],
  'ignored-action': ['issue_comment', { action: 'pinned' }],
  'unknown-host': [
    'issue_comment',
    { repository: { full_name: 'acme/app', html_url: 'https://ghe.example/acme/app' } },
  ],
  'self-authored': ['issue_comment', comment('hello', { by: 'the-loop[bot]' }).payload],
  'no-author': ['issue_comment', { comment: { id: 1, body: 'hello', user: null } }],
  'unauthorized-actor': ['issue_comment', comment('hello', { by: 'mallory' }).payload],
  'deleted-comment': ['issue_comment', { action: 'deleted' }],
  'edited-comment': ['issue_comment', { action: 'edited' }],
};

const decidedAs = (kind: 'decided' | 'dropped', reason: string) =>
  deliverySentence({ status: 'dropped', reason, decision: { version: 1, kind }, error: '' });

describe('a reason of the guards', () => {
  it.each(Object.keys(dropReasons) as DropReason[])('%s has a sentence', (reason) => {
    expect(decidedAs('dropped', reason)).toBe(dropReasons[reason]);
    expect(dropReasons[reason]).toMatch(/^[A-Z].{10,}\.$/);
  });

  it.each(Object.entries(WAYS))('%s can be reached', (reason, [event, change, given = {}]) => {
    const payload = { ...said, ...change };
    expect(route({ deliveryId: 'd', event, payload }, { ...settings.route, ...given })).toMatchObject({
      kind: 'dropped',
      reason,
    });
  });
});

describe('a reason of a decision', () => {
  it.each(Object.keys(REASONS))('%s has a sentence', (reason) => {
    expect(decidedAs('decided', reason)).toBe(REASONS[reason as keyof typeof REASONS].sentence);
    expect(decidedAs('decided', reason)).toMatch(/^[A-Z].{10,}\.$/);
  });

  it('is not mistaken for one of the guards by the same name', () => {
    expect(decidedAs('decided', 'unauthorized-actor')).not.toBe(decidedAs('dropped', 'unauthorized-actor'));
  });
});

it.each(Object.entries(operatorReasons))('%s, which only the operator gives, has a sentence', (reason, sentence) => {
  expect(decidedAs('decided', reason)).toBe(sentence);
});
