import { LONGEST_ARTIFACT } from './artifact.ts';
import { artifactBlocks, type Block } from './blocks.ts';
import { splitFrontMatter } from './front-matter.ts';
import { remember } from './remember.ts';
import { artifactSections, type Section } from './sections.ts';

/** `## …` sections that are written while and after an artifact is approved; compared in lower case. */
const LIVING_SECTIONS: ReadonlySet<string> = new Set(['review comments', 'transitions', 'verification results']);

/**
 * The part of an artifact that an approval covers, as text to take a digest of: without the front matter's `status`,
 * without the state of boxes, and without the living sections (see {@link isLivingSection}). Line ends, a byte-order
 * mark and blank lines around what is left out make no difference. In a text that is too long to be taken apart every
 * character counts.
 */
export const normalizeArtifact: (text: string) => string = remember((text) => {
  if (text.length > LONGEST_ARTIFACT) return text;
  const { lines, bodyStart } = splitFrontMatter(text);
  const boxes = new Set(
    artifactBlocks(text)
      .filter(startsWithBox)
      .map(({ line }) => line),
  );
  const living = artifactSections(text).filter(isLivingSection);
  const head = withoutStatus(lines.slice(0, bodyStart));
  const body = lines.flatMap((line, index) => (index < bodyStart ? [] : [boxes.has(index + 1) ? untick(line) : line]));
  return `${[...head, ...withoutSections(body, living, bodyStart)].join('\n').trimEnd()}\n`;
});

/** Whether a section is left out of what an approval covers. Only `##` headings are: a title cannot hide a document. */
export function isLivingSection({ level, title }: Pick<Section, 'level' | 'title'>): boolean {
  return level === 2 && LIVING_SECTIONS.has(title.toLowerCase());
}

function startsWithBox(block: Block): boolean {
  return block.kind === 'text' && block.listItem && /^\[[ xX]\]\s/.test(block.text);
}

function untick(line: string): string {
  return line.replace(/\[[ xX]\]/, '[ ]');
}

/** Drops the `status` key with the indented lines that belong to it. */
function withoutStatus(block: readonly string[]): string[] {
  let dropping = false;
  return block.filter((line) => {
    const continues = /^[ \t]/.test(line);
    dropping = continues ? dropping : /^(?:status|"status"|'status')[ \t]*:/.test(line);
    return !dropping;
  });
}

/** Blank lines before a section go with it, so that adding one at the end of a document changes nothing. */
function withoutSections(body: readonly string[], sections: readonly Section[], offset: number): string[] {
  const kept: string[] = [];
  let next = 0;
  for (const section of sections) {
    const start = section.line - 1 - offset;
    if (start < next) continue;
    kept.push(...trimBlankEnd(body.slice(next, start)));
    next = section.endLine - offset;
    kept.push('');
  }
  kept.push(...body.slice(next));
  return kept;
}

function trimBlankEnd(lines: readonly string[]): string[] {
  let end = lines.length;
  while (end > 0 && (lines[end - 1] ?? '').trim() === '') end -= 1;
  return lines.slice(0, end);
}
