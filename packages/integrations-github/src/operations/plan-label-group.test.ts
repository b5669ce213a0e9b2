import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { planLabelGroup } from './plan-label-group.ts';

const name = fc.oneof(
  fc.constantFrom('bug', 'loop:design', 'LOOP:Design', 'loop:review', 'loop', 'Loop:'),
  fc.string(),
);

const known = ['loop:design', 'loop:review', 'other:plan', 'bug'];

it('removes only known labels of the group that differ, and leaves the wanted one alone', () => {
  fc.assert(
    fc.property(fc.array(name), name, (names, label) => {
      const labels = names.map((one, index) => ({ id: String(index), name: one }));
      const { isThere, wrong } = planLabelGroup(labels, { prefix: 'loop:', label, known });
      expect(isThere).toBe(names.some((one) => one.toLowerCase() === label.toLowerCase()));
      for (const one of wrong) {
        expect(one.name.toLowerCase().startsWith('loop:')).toBe(true);
        expect(known).toContain(one.name.toLowerCase());
        expect(one.name.toLowerCase()).not.toBe(label.toLowerCase());
      }
    }),
  );
});

it('removes nothing for an empty prefix, which every label would begin with', () => {
  expect(planLabelGroup([{ id: '1', name: 'bug' }], { prefix: '', label: 'loop:design', known: ['bug'] })).toEqual({
    isThere: false,
    wrong: [],
  });
});

it('leaves a label alone that people chose with the same prefix', () => {
  const labels = ['loop:design', 'loop:later', 'bug'].map((one, index) => ({ id: String(index), name: one }));
  const { wrong } = planLabelGroup(labels, { prefix: 'loop:', label: 'loop:review', known });
  expect(wrong.map(({ name: one }) => one)).toEqual(['loop:design']);
});
