import { expect, it } from 'vitest';
import { NOTIFICATIONS, rolesToTell } from './notification.ts';

it('tells those named, else those of the graph, else a default of the event', () => {
  expect(rolesToTell('pr-review-pending', { 'pr-review-pending': ['qa'] }, ['designer'])).toEqual(['qa']);
  expect(rolesToTell('pr-review-pending', {}, ['designer'])).toEqual(['designer']);
  expect(rolesToTell('pr-review-pending', {})).toEqual(['reviewer', 'approver']);
  expect(rolesToTell('conflict-escalated', { 'pr-review-pending': ['qa'] })).toEqual(['approver']);
});

it.each(NOTIFICATIONS)('tells nobody of %s where nobody is named on purpose', (event) => {
  expect(rolesToTell(event, { [event]: [] }, ['designer'])).toEqual([]);
  expect(rolesToTell(event, {})).not.toEqual([]);
});
