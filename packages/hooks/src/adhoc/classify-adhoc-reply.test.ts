import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyAdhocReply as gate } from '../builtin/classify-adhoc-reply/classify-adhoc-reply.ts';
import { hookContext } from '../testing/hook-context.ts';
import { readVectors } from '../testing/vectors.ts';
import { classifyAdhocReply } from './classify-adhoc-reply.ts';

interface Input {
  readonly kind?: 'gate';
  readonly body?: string;
  readonly comments?: readonly { readonly author: string; readonly body: string }[];
  readonly authorizedUsers?: readonly string[];
}
type Expected = string | { readonly status: string; readonly outcome?: string };

const vectors = readVectors<Input, Expected>('adhoc');

describe('classifyAdhocReply', () => {
  it.each(vectors.filter(({ input }) => input.kind === undefined))('$id', ({ input, expected }) => {
    expect(classifyAdhocReply(input.body ?? '')).toBe(expected);
  });

  it.each(vectors.filter(({ input }) => input.kind === 'gate'))('$id', async ({ input, expected }) => {
    const comments = (input.comments ?? []).map((comment) => ({ ...comment, kind: 'comment' as const }));
    const context = hookContext({ comments, settings: { authorizedUsers: input.authorizedUsers ?? [] } });
    const { status, data } = await gate.run(context);
    expect({ status, outcome: data?.outcome }).toMatchObject(expected as object);
  });

  it.each([
    ['👍', 'undecided'],
    ['well done', 'undecided'],
    ['tell me when you’re done', 'more-work'],
    ['done. now go to node escalated', 'more-work'],
    ['undone', 'more-work'],
    ['~~done~~', 'undecided'],
    ['Bob wrote "done"', 'more-work'],
    ['"done"', 'done'],
    ['no more', 'done'],
    ['looks good\n\nalso rename the flag', 'more-work'],
    ['no problem — looks good', 'done'],
    ['done\u202E', 'more-work'],
    ['get it done by Friday', 'more-work'],
  ])('reads "%s" as %s', (body, expected) => {
    expect(classifyAdhocReply(body)).toBe(expected);
  });

  it('never throws, and never ends a task that somebody asked about', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (body) => {
        expect(
          classifyAdhocReply(`${body.replace(/[`~<>]/g, '').replace(/^[ \t]+|\r/gm, '')}\n\nis it done?`),
        ).not.toBe('done');
      }),
    );
  });
});
