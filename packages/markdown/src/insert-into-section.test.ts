import { describe, expect, it } from 'vitest';
import { insertIntoSection } from './insert-into-section.ts';
import { readSections } from './sections.ts';

describe('insertIntoSection', () => {
  it('appends inside the section, before the next one', () => {
    expect(insertIntoSection('# L\n\n## Transitions\n\n- a\n\n## Pull requests\n\nnone\n', 'Transitions', '- b')).toBe(
      '# L\n\n## Transitions\n\n- a\n\n- b\n\n## Pull requests\n\nnone\n',
    );
  });

  it('adds the section at the end when it is absent', () => {
    expect(insertIntoSection('# L\n\ntext', 'Transitions', '- a')).toBe('# L\n\ntext\n\n## Transitions\n\n- a\n');
    expect(insertIntoSection('', 'Transitions', '- a')).toBe('## Transitions\n\n- a\n');
  });

  it('A12: never fills the section that happens to be the last', () => {
    const text = insertIntoSection('## Security review (gate)\n', 'Transitions', '- entered design');
    expect(readSections(text).get('Security review (gate)')?.trim()).toBe('');
  });

  it('finds the section in any letter case, and takes no heading in code for it', () => {
    expect(insertIntoSection('## review COMMENTS\n', 'Review comments', 'x')).toBe('## review COMMENTS\n\nx\n');
    expect(insertIntoSection('```\n## Transitions\n```\n', 'Transitions', 'x')).toBe(
      '```\n## Transitions\n```\n\n## Transitions\n\nx\n',
    );
  });

  it.each(['text\n```\nopen', '## Transitions\n\n<!-- open', 'x\n\n<script>'])(
    'refuses a document that ends inside a block: %j',
    (text) => {
      expect(() => insertIntoSection(text, 'Transitions', 'x')).toThrow(/ends inside an open code block/);
    },
  );

  it('refuses 5 MB at once', () => {
    const started = performance.now();
    expect(() => insertIntoSection('## A heading\n'.repeat(400_000), 'Transitions', 'x')).toThrow('longer than 1 MiB');
    expect(performance.now() - started).toBeLessThan(500);
  });
});
