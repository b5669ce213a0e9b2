import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFrontMatter } from './front-matter.ts';
import { readSections } from './sections.ts';

interface Vector {
  readonly id: string;
  readonly input: { readonly fn: 'frontMatter' | 'sections'; readonly text: string };
  readonly expected: {
    readonly data?: Record<string, unknown>;
    readonly has?: Record<string, unknown>;
    readonly malformed?: boolean;
    readonly body?: string;
    readonly titles?: Record<string, string | null>;
  };
}

const file = readFileSync(new URL('../vectors/artifacts.json', import.meta.url), 'utf8');
const { cases } = JSON.parse(file) as { readonly cases: readonly Vector[] };

describe('front matter', () => {
  it.each(cases.filter(({ input }) => input.fn === 'frontMatter'))('$id', ({ input, expected }) => {
    const { has, ...whole } = expected;
    const answer = readFrontMatter(input.text);
    expect(answer).toMatchObject(whole);
    if (expected.data !== undefined) expect(answer.data).toEqual(expected.data);
    if (has !== undefined) expect(answer.data).toMatchObject(has);
  });
});

describe('sections', () => {
  it.each(cases.filter(({ input }) => input.fn === 'sections'))('$id', ({ input, expected }) => {
    const sections = readSections(input.text);
    const titles = Object.entries(expected.titles ?? {});
    expect([...sections.keys()].sort()).toEqual(titles.map(([title]) => title).sort());
    for (const [title, content] of titles) {
      if (content !== null) expect(sections.get(title)?.trim()).toBe(content);
    }
  });
});
