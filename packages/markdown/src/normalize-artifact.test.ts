import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertIntoSection } from './insert-into-section.ts';
import { normalizeArtifact } from './normalize-artifact.ts';

const artifact =
  '---\ntype: design\nstatus: draft\n---\n# D\n\n## Architecture\n\nx\n\n## Verification results\n\nnone\n\n## Tasks\n\n- [ ] a [x]\n';

describe('normalizeArtifact', () => {
  it.each([
    ['the status', artifact.replace('draft', 'approved')],
    ['a status of several lines', artifact.replace('status: draft', 'status:\n  approved')],
    ['an absent status', artifact.replace('status: draft\n', '')],
    ['the state of a box', artifact.replace('- [ ] a', '- [x] a')],
    ['the results', artifact.replace('none', 'all green')],
    ['an absent living section', artifact.replace('## Verification results\n\nnone\n\n', '')],
    ['line ends', artifact.replaceAll('\n', '\r\n')],
    ['a byte-order mark', `\uFEFF${artifact}`],
  ])('does not see %s', (_name, text) => {
    expect(normalizeArtifact(text)).toBe(normalizeArtifact(artifact));
  });

  it.each([
    ['other front matter', artifact.replace('type: design', 'type: plan')],
    ['a sentence', artifact.replace('\nx\n', '\ny\n')],
    ['a task', artifact.replace('- [ ] a', '- [ ] b')],
    ['a link in a task', artifact.replace('a [x]', 'a [ ]')],
    ['a box in code', artifact.replace('x', '```\n- [ ] a\n```')],
    ['text under a title that only resembles a living section', `# Review comments\n\n${artifact}`],
    ['text under a deeper heading of that name', `${artifact}\n### Transitions\n\nhidden\n`],
  ])('sees %s', (_name, text) => {
    expect(normalizeArtifact(text)).not.toBe(normalizeArtifact(artifact));
  });

  it('takes 5 MB as it is, at once', () => {
    const headings = '## A heading\n'.repeat(400_000);
    const started = performance.now();
    expect(normalizeArtifact(headings) === headings).toBe(true);
    expect(normalizeArtifact(`${headings}x`) === headings).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('tells apart what a box in code says', () => {
    const code = (box: string) => `\`\`\`\n- ${box} a\n\`\`\`\n`;
    expect(normalizeArtifact(code('[ ]'))).not.toBe(normalizeArtifact(code('[x]')));
  });

  it('is the same after a review was appended, whatever the document', () => {
    const line = fc.constantFrom(
      '# A',
      '## B',
      '## Review comments',
      '- [ ] t',
      '- [x] t',
      'text',
      '',
      '> q',
      '---',
      '| a |',
      '    code',
      'Setext',
    );
    fc.assert(
      fc.property(fc.array(line), (document) => {
        const text = document.join('\n');
        expect(normalizeArtifact(insertIntoSection(text, 'Review comments', '> a reply'))).toBe(
          normalizeArtifact(text),
        );
      }),
      { numRuns: 500 },
    );
  });
});
