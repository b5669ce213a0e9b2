import {
  type Block,
  type Checkbox,
  isLivingSection,
  readBlocks,
  readCheckboxes,
  readSectionList,
  remember,
  type Section,
} from '@the-loop/markdown';
import { isFilled } from './is-filled.ts';

/** An artifact as gates look at it. */
export interface ArtifactReading {
  /** Sections that count: none that is hidden inside a section which approvals do not cover. */
  readonly sections: readonly Section[];
  readonly blocks: readonly Block[];
  /** Boxes that count: none of people's comments. */
  readonly checkboxes: readonly Checkbox[];
}

/** Reads an artifact once for all checks. */
export const readArtifact: (text: string) => ArtifactReading = remember((text) => {
  const sections = readSectionList(text);
  const living = sections.filter(isLivingSection);
  const hidden = contentLines(living);
  const comments = contentLines(living.filter(({ title }) => title.toLowerCase() === 'review comments'));
  return {
    sections: sections.filter(({ line }) => !hidden.has(line)),
    blocks: readBlocks(text),
    checkboxes: readCheckboxes(text).filter(({ line }) => !comments.has(line)),
  };
});

function contentLines(sections: readonly Section[]): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { contentLine, endLine } of sections) {
    for (let line = contentLine; line <= endLine; line += 1) lines.add(line);
  }
  return lines;
}

/** Sections of a title; several of the same title are one. */
export function sectionsNamed(reading: ArtifactReading, title: string): Section[] {
  return reading.sections.filter((section) => section.title === title);
}

/** The blocks below a heading that say something. */
export function filledBlocks(
  reading: ArtifactReading,
  sections: readonly Section[],
  allowPlaceholder: boolean,
): Block[] {
  return reading.blocks.filter(
    (block) => sections.some((section) => isWithin(block.line, section)) && isFilled(block, allowPlaceholder),
  );
}

function isWithin(line: number, section: Section): boolean {
  return line >= section.contentLine && line <= section.endLine;
}
