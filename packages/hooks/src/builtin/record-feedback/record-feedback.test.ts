import { describe, expect, it } from 'vitest';
import { type ContextParts, hookContext } from '../../testing/hook-context.ts';
import { recordFeedback } from './record-feedback.ts';

const comments = [{ author: 'alice', body: 'rename x', url: 'u' }];
const results = [
  {
    hook: 'classify-feedback',
    result: { status: 'pass' as const, data: { outcome: 'approved-with-comments', comments } },
  },
];
const run = (parts: ContextParts) =>
  recordFeedback.run(hookContext({ params: { into: 'requirements.md|bugfix.md' }, results, ...parts }));

describe('record-feedback', () => {
  it('keeps the comments with the document that is there', async () => {
    expect((await run({ files: { 'bugfix.md': 'x' } })).effects).toEqual([
      { kind: 'feedback', file: 'bugfix.md', outcome: 'approved-with-comments', comments },
    ]);
  });

  it.each([
    ['the document is not there', {}],
    ['no document is named', { params: {}, files: { 'bugfix.md': 'x' } }],
    ['nothing was read', { results: [], files: { 'bugfix.md': 'x' } }],
    [
      'the gate was answered before',
      {
        results: [{ hook: 'classify-feedback', result: { status: 'pass' as const, data: { outcome: 'approved' } } }],
        files: { 'bugfix.md': 'x' },
      },
    ],
  ])('has nothing to keep when %s', async (_name, parts) => {
    expect(await run(parts)).toEqual({ status: 'skip' });
  });

  it('A17: shortens an endless comment and leaves its text alone otherwise', async () => {
    const long = [{ author: 'alice', body: `- [ ] x\n${'y'.repeat(30_000)}`, url: 'u' }];
    const { effects } = await run({
      files: { 'bugfix.md': 'x' },
      results: [
        { hook: 'classify-feedback', result: { status: 'pass', data: { outcome: 'approved', comments: long } } },
      ],
    });
    const [effect] = effects ?? [];
    const body = effect?.kind === 'feedback' ? (effect.comments[0]?.body ?? '') : '';
    expect(body.startsWith('- [ ] x\n')).toBe(true);
    expect(body.length).toBeLessThan(20_100);
    expect(body).toContain('the whole comment is at u');
  });
});
