import { expect, it } from 'vitest';
import {
  appendToSection,
  ensureDocument,
  mentionInSection,
  sectionBody,
  setFrontMatter,
  tickBoxes,
} from './document.ts';

const PLAN = {
  title: 'Design',
  frontMatter: { status: 'approved' },
  sections: { One: 'first', Two: '```\n## not a heading\n```' },
};

it('makes a document with its front matter and sections', () => {
  const text = ensureDocument(null, PLAN);
  expect(text.startsWith('---\nstatus: approved\n---\n# Design\n')).toBe(true);
  expect(sectionBody(text, 'One')?.trim()).toBe('first');
  expect(sectionBody(text, 'Two')).toContain('## not a heading');
});

it('changes nothing the second time', () => {
  const text = ensureDocument(null, PLAN);
  expect(ensureDocument(text, PLAN)).toBe(text);
  const more = mentionInSection(text, 'One', 'again');
  expect(mentionInSection(more, 'One', 'again')).toBe(more);
});

it('keeps what people wrote and fills only what is empty', () => {
  const text = ensureDocument('# Mine\n\n## One\n\nmy words\n\n## Two\n', PLAN);
  expect(sectionBody(text, 'One')?.trim()).toBe('my words');
  expect(sectionBody(text, 'Two')).toContain('not a heading');
});

it('puts a block at the end of its section, before the next one', () => {
  expect(appendToSection('## A\n\na\n\n## B\n\nb\n', 'A', 'more')).toBe('## A\n\na\n\nmore\n\n## B\n\nb\n');
});

it('replaces a key of the front matter', () => {
  expect(setFrontMatter('---\nstatus: draft\n---\nx\n', 'status', 'approved')).toBe('---\nstatus: approved\n---\nx\n');
  expect(setFrontMatter('x\n', 'status', 'approved')).toBe('---\nstatus: approved\n---\nx\n');
});

it('ticks every open box', () => {
  expect(tickBoxes('- [ ] a\n  * [ ] b\n- [x] c\n')).toBe('- [x] a\n  * [x] b\n- [x] c\n');
});
