import { type Block, readBlocks, readSectionList, type Section } from '@the-loop/markdown';

const IDENTIFIER = /\b(?:TB|AC)-\d{1,5}\b/g;
const NEGATION = /\b(?:not|no|never|none|neither|nor|without|cannot)\b|n['\u2019]t\b/;

/** What a document says about security: where it demands, or where it answers. */
const UPSTREAM_SECTION = 'security considerations';
const DOWNSTREAM_SECTION = 'security design';

/**
 * The boundaries and abuse cases that requirements name and a design does not answer. Numbered ones (`TB-1`, `AC-2`) are
 * compared by number; where there are none, each phrase of `markers` must occur. A denial is no mention.
 */
export function unansweredBoundaries(
  upstream: readonly string[],
  downstream: readonly string[],
  markers: readonly string[],
): string[] {
  const demands = upstream.flatMap((text) => blocksBelow(text, UPSTREAM_SECTION));
  const answers = downstream.flatMap((text) => blocksBelow(text, DOWNSTREAM_SECTION));
  const identifiers = [...new Set(demands.filter(isListed).flatMap(identifiersOf))];
  if (identifiers.length > 0)
    return identifiers.filter((identifier) => !answers.some((block) => answersTo(block, identifier)));
  return markers.filter((marker) => mentions(demands, marker) && !mentions(answers, marker));
}

/** The blocks of the sections of a title, or of the whole document when it has none of them. */
function blocksBelow(text: string, title: string): Block[] {
  const sections = readSectionList(text).filter((section) => section.title.toLowerCase() === title);
  const blocks = readBlocks(text).filter(({ kind }) => kind !== 'html' && kind !== 'code');
  return sections.length === 0
    ? blocks
    : blocks.filter(({ line }) => sections.some((section) => isBelow(line, section)));
}

function isBelow(line: number, { contentLine, endLine }: Section): boolean {
  return line >= contentLine && line <= endLine;
}

function isListed(block: Block): boolean {
  return block.listItem || block.kind === 'heading' || block.kind === 'table-row';
}

function identifiersOf({ text }: Block): string[] {
  return text.match(IDENTIFIER) ?? [];
}

/** A reference answers with at least a word beside it. */
function answersTo(block: Block, identifier: string): boolean {
  return identifiersOf(block).includes(identifier) && /\p{L}{2}/u.test(block.text.replace(IDENTIFIER, ' '));
}

function mentions(blocks: readonly Block[], marker: string): boolean {
  const phrase = marker.trim().toLowerCase();
  return blocks.some(({ text }) =>
    text
      .toLowerCase()
      .split(/(?<=[.!?])\s/)
      .some((sentence) => states(sentence, phrase)),
  );
}

function states(sentence: string, phrase: string): boolean {
  const at = sentence.replace(/\s+/g, ' ').indexOf(phrase);
  return at !== -1 && !NEGATION.test(sentence.replace(/\s+/g, ' ').slice(0, at));
}
