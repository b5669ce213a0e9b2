import { validate } from '@octokit/graphql-schema';
import { expect, it } from 'vitest';
import { CLOSER } from './closer.ts';
import { CLOSING } from './closing-references.ts';
import { EDITS } from './edit-history.ts';
import { itemEventsQuery } from './item-events.ts';
import { ADD, READ, REMOVE, SWAP } from './label-operations.ts';
import { MINIMIZE } from './minimize-comment.ts';
import { REACT } from './reaction-operations.ts';
import { surveyQuery } from './survey.ts';
import { VIEWER } from './whoami.ts';

it.each(
  Object.entries({
    EDITS,
    CLOSING,
    CLOSER,
    VIEWER,
    ADD,
    READ,
    REMOVE,
    SWAP,
    REACT,
    MINIMIZE,
    EVENTS: itemEventsQuery(2),
    SURVEY: surveyQuery({ pulls: 2, items: 2 }),
    NAME: surveyQuery({ pulls: 0, items: 0 }),
  }),
)("%s is valid by GitHub's published schema", (_, query) => {
  expect(validate(query).map(({ message }: { message: string }) => message)).toEqual([]);
});

it('would notice a field that GitHub does not have', () => {
  expect(validate(VIEWER.replace('databaseId', 'databaseIdentity'))).not.toEqual([]);
});
