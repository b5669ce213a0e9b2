import { normalizeArtifact } from '@the-loop/markdown';
import { describe, expect, it } from 'vitest';
import { type ContextParts, hookContext } from '../../testing/hook-context.ts';
import { testGraph, testNode } from '../../testing/loops.ts';
import { requestReview } from './request-review.ts';

const gate = testNode({ id: 'design-approval', actor: 'human', exit: [{ hook: 'classify-feedback', with: {} }] });
const graph = testGraph('test', [testNode({ id: 'design', produces: ['design.md', 'absent.md'] }), gate]);
const bodyOf = async (parts: ContextParts) => {
  const { effects } = await requestReview.run(hookContext({ node: gate, graph, boundary: 'entry', ...parts }));
  const [effect] = effects ?? [];
  return effect?.kind === 'comment' && effect.purpose === 'review-request' ? effect.body : '';
};

describe('request-review', () => {
  it('names what is asked about with digests, what counts, and who may answer', async () => {
    const body = await bodyOf({
      files: { 'design.md': '# D\n' },
      headSha: 'abcdef0123456789',
      settings: { minApprovals: 2 },
    });
    const digest = hookContext().digest(normalizeArtifact('# D\n')).slice(0, 12);
    const file = '`docs/specs/issue-12/design.md`';
    const link = 'https://github.com/acme/app/blob/abcdef0123456789/docs/specs/issue-12/design.md';
    expect(body).toContain(`- [${file}](${link}) (SHA-256 \`${digest}\`)`);
    expect(body).not.toContain('absent.md');
    expect(body).toContain('Commit: `abcdef012345`');
    expect(body).toContain('`the-loop approve`');
    expect(body).toContain('Who may answer: `alice`, `bob` (2 approvals are needed).');
    expect(body).not.toContain('@alice');
  });

  it.each([
    ['no head is known', { headSha: '' }],
    ['the head is of another repository', { address: { id: 'issue-12', pr: 7, prRepo: 'octo/infra' } }],
    ['no ref can be derived', { ref: 'issue-12' }],
  ])('links no file where %s', async (_, parts) => {
    const body = await bodyOf({ files: { 'design.md': '# D\n' }, headSha: 'abcdef0123456789', ...parts });
    expect(body).toContain('- `docs/specs/issue-12/design.md` (');
    expect(body).not.toContain('blob/');
  });

  it('prints the digests that the entry recorded', async () => {
    const entered = { kind: 'entered', node: 'design-approval', subjects: { 'design.md': 'f'.repeat(64) } } as never;
    expect(await bodyOf({ facts: [entered], files: { 'design.md': '# D\n' } })).toContain(`\`${'f'.repeat(12)}\``);
  });

  it.each([
    ['on a pull request', { address: { id: 'issue-12', pr: 7 } }, ['alice', 'bob']],
    [
      'without those that we post as, whatever their spelling',
      { address: { id: 'issue-12', pr: 7 }, settings: { authorizedUsers: ['@alice', '@The-Loop[bot]'] } },
      ['alice'],
    ],
    [
      'of nobody, where nobody may answer',
      { address: { id: 'issue-12', pr: 7 }, settings: { authorizedUsers: [] } },
      [],
    ],
    ['of nobody, on a ticket', {}, []],
    [
      'of nobody, where the gate reads no reviews',
      { address: { id: 'issue-12', pr: 7 }, node: { ...gate, exit: [{ hook: 'classify-adhoc-reply', with: {} }] } },
      [],
    ],
  ])('asks for reviews natively %s', async (_, parts: ContextParts, logins) => {
    const context = hookContext({ node: gate, graph, boundary: 'entry', ref: 'github:acme/app#7', ...parts });
    const { effects = [] } = await requestReview.run(context);
    expect(effects[0]).toMatchObject({ kind: 'comment' });
    const rest = logins.length === 0 ? [] : [{ kind: 'reviewers', ref: 'github:acme/app#7', logins }];
    expect(effects.slice(1)).toEqual(rest);
  });

  it('asks an ad-hoc task in its own words, and says when nobody may answer', async () => {
    const node = { ...gate, exit: [{ hook: 'classify-adhoc-reply', with: {} }] };
    const body = await bodyOf({ node, settings: { authorizedUsers: [] } });
    expect(body).toContain('`done` ends the task');
    expect(body).toContain('nobody (`routing.authorizedUsers` is empty)');
  });
});
