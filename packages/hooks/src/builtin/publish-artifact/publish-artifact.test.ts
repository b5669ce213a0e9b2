import { parseCommand } from '@the-loop/router';
import { describe, expect, it } from 'vitest';
import { type ContextParts, hookContext } from '../../testing/hook-context.ts';
import { publishArtifact } from './publish-artifact.ts';

const run = (text: string | null, parts: ContextParts = {}) =>
  publishArtifact.run(
    hookContext({
      params: { artifact: 'contribution.md' },
      files: { 'contribution.md': text },
      settings: { repoInitialized: false },
      ...parts,
    }),
  );
const bodyOf = async (text: string, parts: ContextParts = {}) => {
  const [effect] = (await run(text, parts)).effects ?? [];
  return effect?.kind === 'comment' && effect.purpose === 'artifact' ? effect.body : '';
};

describe('publish-artifact', () => {
  it('shows the document where the repository is not ours', async () => {
    expect(await bodyOf('# Plan\n')).toContain('# Plan');
    expect((await run('# Plan\n', { settings: { repoInitialized: true } })).status).toBe('skip');
    expect((await run('# Plan\n', { params: {} })).status).toBe('skip');
    expect((await run('# Plan\n', { params: { artifact: 'other.md' } })).status).toBe('skip');
  });

  it('A18: mentions nobody, links and closes nothing, commands nothing, hides nothing, and carries no secret', async () => {
    const secret = `ghp_${'A1b2'.repeat(10)}`;
    const text = `@org/team Closes #1, fixes acme/app#2 GH-3\nhttps://github.com/acme/app/issues/4\nthe-loop execute\n/go\n<!-- the-loop:phase-selection -->\n${secret}\n`;
    const body = await bodyOf(text, {
      settings: { repoInitialized: false, executeKeyword: '/go', keywords: { stop: 'halt now' } },
    });
    expect(body).not.toMatch(/@org|#\d|GH-\d|issues\/\d|<!--/);
    expect(body).not.toContain(secret);
    expect(parseCommand(body)).toEqual({ kind: 'none' });
    expect(parseCommand(body, { keywords: { execute: '/go' } }).kind).toBe('none');
  });

  it('shows the same text once, and again after another one', async () => {
    const [effect] = (await run('# Plan\n')).effects ?? [];
    const published = effect?.kind === 'comment' ? (effect.occasion ?? '') : '';
    expect(published).toMatch(/^[0-9a-f]{16}$/);
    expect(await run('# Plan\n', { published })).toMatchObject({ status: 'pass', data: { posted: false } });
    expect((await run('# Plan\n', { published })).effects).toBeUndefined();
    expect((await run('# Other plan\n', { published })).effects).toHaveLength(1);
  });

  it('fits into a comment', async () => {
    const body = await bodyOf('#1 '.repeat(40_000));
    expect(body.length).toBeLessThanOrEqual(60_000);
    expect(body).toContain('Shortened: the document has 120000 characters.');
  });

  it('reports a document that is no text', async () => {
    expect(await run(null)).toMatchObject({
      status: 'pass',
      data: { error: 'contribution.md: it cannot be read as UTF-8 text' },
    });
  });
});
