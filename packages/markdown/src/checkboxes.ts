import { artifactBlocks, type Block, blocksOf } from './blocks.ts';
import { parseBlocks } from './document.ts';

/** A task list row. */
export interface Checkbox {
  /** What follows the box, on one line. */
  readonly text: string;
  readonly ticked: boolean;
  /** Counted from 1. */
  readonly line: number;
}

/** A list item's first line. */
export interface ListItem {
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

const BOX = /^\[([ xX])\][ \t\n]+(?=\S)/;

/**
 * The boxes of an artifact, as GitHub's task lists read them: any list marker, any depth.
 * Boxes in code, HTML comments and quotes are none; neither is a box without text.
 */
export function readCheckboxes(text: string): Checkbox[] {
  return artifactBlocks(text).flatMap(readBox);
}

/** The list items of a comment, which has no front matter. Items in code, HTML comments and quotes are left out. */
export function readListItems(comment: string): ListItem[] {
  return blocksOf(parseBlocks(comment))
    .filter(isItem)
    .map(({ text, line }) => ({ text: text.split('\n', 1)[0] ?? '', line }));
}

function readBox(block: Block): Checkbox[] {
  const box = isItem(block) ? BOX.exec(block.text) : null;
  if (box === null) return [];
  const text = block.text.slice(box[0].length).replace(/\s+/g, ' ').trim();
  return [{ text, ticked: box[1] !== ' ', line: block.line }];
}

function isItem(block: Block): boolean {
  return block.listItem && !block.quoted && block.kind === 'text';
}
