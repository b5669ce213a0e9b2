import { describe, expect, it } from 'vitest';
import { artifactContext, artifactVectors } from '../../testing/artifact-vectors.ts';
import { hookContext } from '../../testing/hook-context.ts';
import { validateArtifacts } from './validate-artifacts.ts';

interface Expected {
  readonly status: string;
  readonly retriable?: boolean;
  readonly findings?: readonly (readonly [string, string, (string | number)?])[];
}

const LOG = 'execution-log.md';
const run = async (
  files: Record<string, string | null>,
  params: Record<string, unknown>,
  produces: readonly string[] = ['design.md'],
) => {
  const { status, messages, retriable } = await validateArtifacts.run(
    hookContext({ files, params, node: { produces } }),
  );
  return { status, codes: (messages ?? []).map(({ code }) => code), retriable };
};

describe('validate-artifacts', () => {
  it.each(artifactVectors<Expected>('validate'))('$id', async ({ input, expected }) => {
    const context = artifactContext(input);
    const { status, messages = [], retriable } = await validateArtifacts.run(context);
    const relative = (path: string) => (path === context.directory ? '' : path.slice(context.directory.length + 1));
    const key = (parts: readonly unknown[]) => parts.join(' ');
    expect(status).toBe(expected.status);
    if (expected.retriable !== undefined) expect(retriable).toBe(expected.retriable);
    const wanted = expected.findings ?? [];
    const found = messages.map(({ code, path = '', detail }) => [code, relative(path), detail]);
    expect(found.map((parts, index) => key(parts.slice(0, wanted[index]?.length ?? 2))).sort()).toEqual(
      wanted.map((parts) => key(parts)).sort(),
    );
  });

  it.each([
    ['an unknown option', { lockd: true }],
    ['an unknown kind of boxes', { checkmarks: 'some' }],
    ['an empty alternative', { validates: 'a.md||b.md' }],
    ['a path out of the item', { validates: '../other/design.md' }],
    ['an absolute path', { onlyWhenSkipped: '/etc/passwd' }],
    ['a value of the wrong type', { sections: 'Architecture' }],
  ])('refuses %s, when the graph is read and when it runs', async (_name, params) => {
    expect(validateArtifacts.checkParams(params).length).toBeGreaterThan(0);
    expect(await run({}, params)).toMatchObject({ status: 'block', retriable: false });
  });

  it('accepts every entry of the shipped loops', () => {
    for (const params of [
      { locked: true, sections: ['Requirements', 'Security considerations'] },
      { checkmarks: 'complete', sections: ['Verification results'] },
      { onlyWhenSkipped: 'testing-plan.md', validates: LOG, sections: ['Verification results'] },
      { locked: true, sections: ['Verification results'], allowPlaceholder: ['Verification results'] },
    ]) {
      expect(validateArtifacts.checkParams(params)).toEqual([]);
    }
  });

  it('is locked by approved and by ready', async () => {
    expect((await run({ 'design.md': '---\nstatus: ready\n---\n' }, { locked: true })).status).toBe('pass');
    expect((await run({ 'design.md': '---\nstatus: in review\n---\n' }, { locked: true })).codes).toEqual([
      'VA_NOT_LOCKED',
    ]);
    expect((await run({ 'design.md': '---\nstatus: ready\n' }, { locked: true })).codes).toEqual(['VA_NOT_LOCKED']);
  });

  it('compares front matter as text, and says when it cannot be read', async () => {
    expect((await run({ 'design.md': '---\nriskTier: 4\n---\n' }, { frontMatter: { riskTier: '4' } })).status).toBe(
      'pass',
    );
    expect((await run({ 'design.md': '---\n- a\n---\n' }, { frontMatter: { riskTier: '4' } })).codes).toEqual([
      'VA_FRONT_MATTER',
    ]);
    expect((await run({ 'design.md': 'x' }, { frontMatter: { toString: 'x' } })).codes).toEqual(['VA_FRONT_MATTER']);
  });

  it('demands length and words of a section', async () => {
    const params = { sections: [{ title: 'A', minChars: 10, mustMention: ['Rollback'] }] };
    expect((await run({ 'design.md': '## A\nshort\n' }, params)).codes).toEqual([
      'VA_SECTION_SHORT',
      'VA_SECTION_MENTION',
    ]);
    expect((await run({ 'design.md': '## A\nthe rollback is tested\n' }, params)).status).toBe('pass');
  });

  it.each([
    ['an HTML comment', '<!-- what was reviewed -->'],
    ['a placeholder', '_TBD_'],
    ['a placeholder in brackets', '<who reviewed>'],
    ['a label with a placeholder', '- **Reviewer:** <name>\n- Result: TODO'],
    ['an empty label', '- Reviewer:'],
    ['the head of a table', '| Round | Finding |\n|---|---|'],
    ['a row without content', '| Round | Finding | Fix |\n|---|---|---|\n| 1 | TBD | <fix> |'],
    ['template guidance', '> Template: describe every round of review here.'],
    ['an empty box', '- [ ] TBD'],
    ['a rule', '***'],
    ['not yet executed', 'Not yet executed.'],
  ])('A11: the template is no content: %s', async (_name, content) => {
    const text = `## Security review (gate)\n\n${content}\n\n## Next\nx\n`;
    const result = await run({ [LOG]: text }, { validates: LOG, sections: ['Security review (gate)'] }, []);
    expect(result.codes).toEqual(['VA_SECTION_EMPTY']);
  });

  it.each([
    ['words', 'None found.'],
    ['a row', '| Round | Finding |\n|---|---|\n| 1 | none |'],
    ['a picture', '<img src="x.png">'],
    ['a quotation', '> The reviewer: all abuse cases are covered.'],
    ['code', '```\n12 passed\n```'],
  ])('takes %s for content', async (_name, content) => {
    expect((await run({ 'design.md': `## A\n\n${content}\n` }, { sections: ['A'] })).status).toBe('pass');
  });

  it.each([
    ['headings', '## A heading\n'],
    ['boxes', '- [x] a\n'],
    ['prose', 'some words of prose\n'],
  ])('answers 5 MB of %s with one message, at once', async (_name, line) => {
    const text = line.repeat(Math.ceil(5_000_000 / line.length));
    const started = performance.now();
    const result = await run({ 'design.md': text }, { locked: true, sections: ['A heading'], checkmarks: 'complete' });
    expect(result.codes).toEqual(['VA_UNREADABLE']);
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('lets a placeholder be enough where the entry says so', async () => {
    const params = { sections: ['Verification results'], allowPlaceholder: ['Verification results'] };
    expect((await run({ 'design.md': '## Verification results\n\nnot yet executed\n' }, params)).status).toBe('pass');
    expect((await run({ 'design.md': '## Verification results\n\n<!-- later -->\n' }, params)).codes).toEqual([
      'VA_SECTION_EMPTY',
    ]);
  });

  it('A12: a transition log beside an empty section does not fill it', async () => {
    const text = '## Security review (gate)\n\n## Transitions\n\n- entered security-review\n';
    expect((await run({ [LOG]: text }, { validates: LOG, sections: ['Security review (gate)'] }, [])).codes).toEqual([
      'VA_SECTION_EMPTY',
    ]);
  });

  it('A17: boxes, headings and front matter in reviewers’ comments change no gate', async () => {
    const comments =
      '## Review comments\n\n**@bob** wrote:\n\n> - [ ] one more\n> ## Architecture\n> ---\n> status: approved\n> ---\n\n- [ ] copied\n\n### Architecture\n\nx\n';
    const text = `---\nstatus: draft\n---\n## Task list\n\n- [x] a\n\n${comments}`;
    expect(await run({ 'design.md': text }, { checkmarks: 'complete' })).toMatchObject({ status: 'pass' });
    expect((await run({ 'design.md': text }, { locked: true, sections: ['Architecture'] })).codes).toEqual([
      'VA_NOT_LOCKED',
      'VA_SECTION_MISSING',
    ]);
  });

  it('reads boxes outside code only, and passes without any where the entry allows it', async () => {
    expect((await run({ 'design.md': '- [x] a\n\n```\n- [ ] sample\n```\n' }, { checkmarks: 'complete' })).status).toBe(
      'pass',
    );
    expect((await run({ 'design.md': 'x' }, { checkmarks: 'complete', allowNone: true })).status).toBe('pass');
  });

  it('applies an entry for a left-out document only then', async () => {
    const params = { onlyWhenSkipped: 'testing-plan.md', validates: LOG, sections: ['Verification results'] };
    const check = async (files: Record<string, string>, skipped: readonly string[]) =>
      (await validateArtifacts.run(hookContext({ files, params, skippedArtifacts: new Set(skipped) }))).status;
    const filled = { [LOG]: '## Verification results\nall green\n' };
    expect(await check(filled, ['testing-plan.md'])).toBe('pass');
    expect(await check({ [LOG]: '## Verification results\n' }, ['testing-plan.md'])).toBe('block');
    expect(await check({ ...filled, 'testing-plan.md': 'x' }, ['testing-plan.md'])).toBe('skip');
    expect(await check(filled, [])).toBe('skip');
  });

  it('blocks for good when the gate names no file', async () => {
    expect(await run({}, { sections: ['A'] }, [])).toEqual({
      status: 'block',
      codes: ['VA_NO_SUBJECT'],
      retriable: false,
    });
  });

  it('misses a file although only one of its names is left out', async () => {
    const context = hookContext({
      node: { produces: ['requirements.md|bugfix.md'] },
      skippedArtifacts: new Set(['bugfix.md']),
    });
    expect((await validateArtifacts.run(context)).status).toBe('block');
  });
});
