import { parseArtifact } from './artifact.ts';
import { type ParsedDocument } from './document.ts';
import { remember } from './remember.ts';

/** A piece of a document that holds no other piece. */
export interface Block {
  readonly kind: 'heading' | 'text' | 'code' | 'html' | 'table-head' | 'table-row' | 'rule';
  /** Raw text; the cells of a table row are joined by tabs. */
  readonly text: string;
  /** It stands inside a block quote. */
  readonly quoted: boolean;
  /** It is the first text of a list item. */
  readonly listItem: boolean;
  /** Counted from 1. */
  readonly line: number;
  readonly endLine: number;
}

type Token = ParsedDocument['tokens'][number];

/** The leaf blocks of an artifact in order, front matter left out. */
export function readBlocks(text: string): Block[] {
  return [...artifactBlocks(text)];
}

/** The same, shared by everybody who asks. */
export const artifactBlocks: (text: string) => readonly Block[] = remember((text) => blocksOf(parseArtifact(text)));

/** The leaf blocks of a document that is already parsed. */
export function blocksOf({ tokens }: ParsedDocument): Block[] {
  const reader: Reader = { quotes: 0, head: false, cells: null, line: 1, endLine: 1, heading: false, item: false };
  return tokens.flatMap((token) => readToken(token, reader));
}

/** Where the walk over the tokens stands. */
interface Reader {
  quotes: number;
  head: boolean;
  cells: string[] | null;
  line: number;
  endLine: number;
  heading: boolean;
  item: boolean;
}

function readToken(token: Token, reader: Reader): Block[] {
  if (token.map !== null) [reader.line, reader.endLine] = [token.map[0] + 1, token.map[1]];
  STEPS.get(token.type)?.(reader, token);
  const kind = leafKind(token, reader);
  if (kind === null) return [];
  const block = {
    kind,
    text: leafText(token, reader),
    quoted: reader.quotes > 0,
    listItem: reader.item,
    line: reader.line,
    endLine: reader.endLine,
  };
  reader.item = false;
  return [block];
}

type Step = (reader: Reader, token: Token) => void;

/** What the walk keeps of the pieces that hold others, entered or left. */
const CONTAINERS: Readonly<Record<string, Step>> = {
  blockquote: (reader, { nesting }) => {
    reader.quotes += nesting;
  },
  thead: (reader, { nesting }) => {
    reader.head = nesting === 1;
  },
  heading: (reader, { nesting }) => {
    reader.heading = nesting === 1;
  },
  list_item: (reader, { nesting }) => {
    reader.item = nesting === 1;
  },
  tr: (reader, { nesting }) => {
    if (nesting === 1) reader.cells = [];
  },
};

const STEPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ...Object.entries(CONTAINERS).flatMap(([name, step]): [string, Step][] => [
    [`${name}_open`, step],
    [`${name}_close`, step],
  ]),
  ['inline', (reader, { content }) => void reader.cells?.push(content.trim())],
]);

function leafKind(token: Token, reader: Reader): Block['kind'] | null {
  switch (token.type) {
    case 'fence':
    case 'code_block':
      return 'code';
    case 'html_block':
      return 'html';
    case 'hr':
      return 'rule';
    case 'tr_close':
      return reader.head ? 'table-head' : 'table-row';
    case 'inline':
      if (reader.cells !== null) return null;
      return reader.heading ? 'heading' : 'text';
    default:
      return null;
  }
}

function leafText(token: Token, reader: Reader): string {
  if (token.type !== 'tr_close') return token.content;
  const text = (reader.cells ?? []).join('\t');
  reader.cells = null;
  return text;
}
