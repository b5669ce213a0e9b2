import { expect, it } from 'vitest';
import { checkWorkItemId, isWorkItemId } from './work-item-id.ts';

it.each(['issue-12', 'A', '0.x_y-z', 'a'.repeat(100)])('accepts %s', (id) => {
  expect(isWorkItemId(id)).toBe(true);
  expect(() => checkWorkItemId(id)).not.toThrow();
});

it.each(['', '.', '..', '../../evil', 'a/b', 'a\\b', '-x', ' a', 'a\n', 'ä', 'a'.repeat(101), 'a\u0000'])(
  'A21: refuses %j',
  (id) => {
    expect(isWorkItemId(id)).toBe(false);
    expect(() => checkWorkItemId(id)).toThrow(expect.objectContaining({ code: 'ITEM_ID_INVALID' }));
  },
);
