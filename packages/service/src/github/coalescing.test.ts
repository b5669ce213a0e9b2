import { type OutboxRow } from '@the-loop/store';
import { expect, it } from 'vitest';
import { coalesceComments, joinedBody } from './coalescing.ts';

function row(purpose: string, parts: { ref?: string; body?: string } = {}): OutboxRow {
  const payload = { kind: 'comment', ref: 'github:acme/app#1', body: purpose, ...parts, purpose };
  return { key: purpose, kind: 'comment', payload } as unknown as OutboxRow;
}
const label = { payload: { kind: 'label', ref: 'github:acme/app#1' } } as unknown as OutboxRow;

it.each([
  ['two hints', row('hint'), row('hint'), 'joins'],
  ['an audit and a request', row('audit'), row('review-request', { ref: 'github:Acme/App#1' }), 'joins'],
  ['a checklist behind', row('hint'), row('phase-checklist'), 'after'],
  ['a goal request behind', row('hint'), row('goal-request'), 'after'],
  ['a confirmation behind', row('hint'), row('confirmation'), 'after'],
  ['a confirmation before', row('confirmation'), row('hint'), 'after'],
  ['another thread', row('hint'), row('hint', { ref: 'github:acme/app#2' }), 'beside'],
  ['a label between', row('hint'), label, 'beside'],
  ['nothing behind a label', label, row('hint'), 'after'],
  ['a text that would not fit', row('hint'), row('artifact', { body: 'x'.repeat(30_000) }), 'after'],
])('%s', (...[, first, next, relation]) => {
  expect(coalesceComments(first, next)).toBe(relation);
});

it('keeps every text, in order', () => {
  expect(joinedBody([row('one'), row('two')])).toBe('one\n\n---\n\ntwo');
});
