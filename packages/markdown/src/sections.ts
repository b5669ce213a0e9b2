import { parseArtifact } from './artifact.ts';
import { type ParsedDocument, plainText } from './document.ts';
import { remember } from './remember.ts';

/** A heading with everything up to the next heading of the same or a higher rank. */
export interface Section {
  /** Plain text of the heading, with runs of blanks as one. */
  readonly title: string;
  /** 1 to 6. */
  readonly level: number;
  /** Line of the heading, counted from 1. */
  readonly line: number;
  /** First line of the content, counted from 1. */
  readonly contentLine: number;
  /** Last line of the content, counted from 1; less than `contentLine` when there is none. */
  readonly endLine: number;
  /** The raw text below the heading, sub-sections included. */
  readonly content: string;
}

interface Heading {
  readonly title: string;
  readonly level: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The sections of an artifact by title. Sections of the same title are joined; letter case counts.
 * Headings in code, HTML comments, quotes and lists are none.
 */
export function readSections(text: string): Map<string, string> {
  const sections = new Map<string, string>();
  for (const { title, content } of readSectionList(text)) {
    const earlier = sections.get(title);
    sections.set(title, earlier === undefined ? content : `${earlier}\n${content}`);
  }
  return sections;
}

/** The same as a list in order of the file, with ranks and lines. */
export function readSectionList(text: string): Section[] {
  return [...artifactSections(text)];
}

/** The same, shared by everybody who asks. */
export const artifactSections: (text: string) => readonly Section[] = remember((text) =>
  sectionsOf(parseArtifact(text)),
);

/** The sections of a document that is already parsed. */
function sectionsOf(document: ParsedDocument): Section[] {
  const headings = readHeadings(document);
  const ends = sectionEnds(headings, document.lines.length);
  return headings.map((heading, index) => {
    const end = ends[index] ?? document.lines.length;
    return {
      title: heading.title,
      level: heading.level,
      line: heading.start + 1,
      contentLine: heading.end + 1,
      endLine: end,
      content: document.lines.slice(heading.end, end).join('\n'),
    };
  });
}

/** Where each section stops: at the next heading that is not deeper. One pass from the end. */
function sectionEnds(headings: readonly Heading[], lineCount: number): number[] {
  const nearest = new Map<number, number>();
  const ends: number[] = [];
  for (let index = headings.length - 1; index >= 0; index -= 1) {
    const heading = headings[index];
    if (heading === undefined) continue;
    const candidates = [...nearest].filter(([level]) => level <= heading.level).map(([, start]) => start);
    ends[index] = Math.min(lineCount, ...candidates);
    nearest.set(heading.level, heading.start);
  }
  return ends;
}

function readHeadings({ tokens }: ParsedDocument): Heading[] {
  const headings: Heading[] = [];
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open' || token.level !== 0 || token.map === null) return;
    const [start, end] = token.map;
    headings.push({
      title: plainText(tokens[index + 1]?.content ?? ''),
      level: Number(token.tag.slice(1)),
      start,
      end,
    });
  });
  return headings;
}
