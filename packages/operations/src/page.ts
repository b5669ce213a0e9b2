import * as v from 'valibot';
import { type Parameter } from './define-operation.ts';

/** The part of an input that says which part of a long list is wanted, newest first. */
export const pageEntries = {
  before: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 30),
};

/** How people write it. */
export const pageOptions: readonly Parameter[] = [
  {
    kind: 'option',
    key: 'before',
    flag: '--before <number>',
    help: 'only those with a smaller number',
    takes: 'number',
  },
  { kind: 'option', key: 'limit', flag: '--limit <count>', help: 'at most so many (30)', takes: 'number' },
];
