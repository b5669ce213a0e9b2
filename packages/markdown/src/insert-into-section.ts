import { LONGEST_ARTIFACT } from './artifact.ts';
import { normalizeLines } from './document.ts';
import { readSectionList } from './sections.ts';

const PROBE = 'the probe heading of this function';

/**
 * Appends `block` to the end of the section `## title`, which is added at the end of the document when it is absent.
 * Titles compare without letter case; of several the last is taken. The caller sees to it that the block holds no
 * heading of its own.
 *
 * @throws Error when the document is too long to be taken apart, or ends inside an open code block or HTML comment:
 * nothing appended would be read.
 */
export function insertIntoSection(text: string, title: string, block: string): string {
  if (text.length > LONGEST_ARTIFACT) throw new Error('The document is longer than 1 MiB. Shorten it, then try again.');
  const lines = normalizeLines(text).split('\n');
  const section = readSectionList(text).findLast(
    (candidate) => candidate.level === 2 && candidate.title.toLowerCase() === title.toLowerCase(),
  );
  if (section === undefined || section.endLine >= lines.length) refuseOpenEnd(text);
  if (section === undefined) return `${joined([contentOf(lines, lines.length), `## ${title}`, block.trim()])}\n`;
  const before = contentOf(lines, section.endLine);
  const after = lines.slice(section.endLine).join('\n');
  return after.trim() === '' ? `${joined([before, block.trim()])}\n` : joined([before, block.trim(), after]);
}

function contentOf(lines: readonly string[], end: number): string {
  return lines.slice(0, end).join('\n').trimEnd();
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function refuseOpenEnd(text: string): void {
  if (readSectionList(`${text}\n\n## ${PROBE}\n`).at(-1)?.title === PROBE) return;
  throw new Error('The document ends inside an open code block or HTML comment. Close it, then try again.');
}
