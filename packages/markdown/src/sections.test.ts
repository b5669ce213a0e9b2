import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBlocks } from './blocks.ts';
import { mermaidBlocks } from './diagrams.ts';
import { readSectionList, readSections } from './sections.ts';

describe('readSectionList', () => {
  it('gives ranks, lines of the file, and content with sub-sections', () => {
    const text = '---\na: 1\n---\n# T\n\n## A\nx\n### B\ny\n## C\n';
    expect(
      readSectionList(text).map(({ title, level, line, contentLine, endLine }) => [
        title,
        level,
        line,
        contentLine,
        endLine,
      ]),
    ).toEqual([
      ['T', 1, 4, 5, 11],
      ['A', 2, 6, 7, 9],
      ['B', 3, 8, 9, 9],
      ['C', 2, 10, 11, 11],
    ]);
    expect(readSections(text).get('A')).toBe('x\n### B\ny');
  });

  it.each([
    ['A **bold** `code` [link](x) title', 'A bold code link title'],
    ['A <b>tag</b> and \\*star\\*', 'A tag and *star*'],
    ['Closing ##', 'Closing'],
  ])('reads the title %s as plain text', (markup, title) => {
    expect(readSectionList(`## ${markup}\n`)[0]?.title).toBe(title);
  });

  it('finds no heading in quotes, lists and code', () => {
    expect(readSectionList('> ## A\n\n- ## B\n\n    ## C\n')).toEqual([]);
  });

  it('never throws and covers the document: every line belongs to the section whose heading is nearest', () => {
    const piece = fc.constantFrom('# a', '## b', '###### c', 'text', '', '---', '===', '```', '> q', '- l');
    fc.assert(
      fc.property(fc.array(piece), (lines) => {
        const sections = readSectionList(lines.join('\n'));
        sections.forEach((section, index) => {
          const next = sections[index + 1];
          const end = next === undefined || next.level > section.level ? lines.length : next.line - 1;
          if (next !== undefined && next.level <= section.level) expect(section.endLine).toBe(end);
          if (next === undefined) expect(section.endLine).toBe(Math.max(lines.length, 1));
        });
      }),
    );
  });

  it('reads 20,000 headings without slowing down', () => {
    const started = performance.now();
    expect(readSectionList('### a\n# b\n'.repeat(10_000))).toHaveLength(20_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('readBlocks', () => {
  it('lists the leaves with their kind', () => {
    const text =
      '# H\n\ntext\n\n- item\n\n> quote\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<!-- c -->\n\n***\n\n```\ncode\n```\n';
    expect(
      readBlocks(text).map(({ kind, text: content, quoted, listItem }) => [kind, content.trim(), quoted, listItem]),
    ).toEqual([
      ['heading', 'H', false, false],
      ['text', 'text', false, false],
      ['text', 'item', false, true],
      ['text', 'quote', true, false],
      ['table-head', 'a\tb', false, false],
      ['table-row', '1\t2', false, false],
      ['html', '<!-- c -->', false, false],
      ['rule', '', false, false],
      ['code', 'code', false, false],
    ]);
  });
});

describe('mermaidBlocks', () => {
  it('knows whether the fence was closed, also inside lists and quotes', () => {
    const text = '- x\n  ```mermaid\n  pie\n  ```\n\n> ~~~Mermaid\n> pie\n> ~~~~\n\n```mermaid title\npie\n``';
    expect(mermaidBlocks(text).map(({ line, terminated }) => [line, terminated])).toEqual([
      [2, true],
      [6, true],
      [10, false],
    ]);
  });
});
