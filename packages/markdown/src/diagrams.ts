import { parseArtifact } from './artifact.ts';
import { type ParsedDocument } from './document.ts';

/** A fenced block whose language is `mermaid`. */
export interface MermaidBlock {
  readonly content: string;
  /** Line of the opening fence, counted from 1. */
  readonly line: number;
  /** False when the document ends before the closing fence. */
  readonly terminated: boolean;
}

type Token = ParsedDocument['tokens'][number];

/** The Mermaid diagrams of an artifact, in order. */
export function mermaidBlocks(text: string): MermaidBlock[] {
  const { lines, tokens } = parseArtifact(text);
  return tokens.filter(isMermaid).map((token) => ({
    content: token.content,
    line: (token.map?.[0] ?? 0) + 1,
    terminated: isTerminated(token, lines),
  }));
}

function isMermaid(token: Token): boolean {
  return token.type === 'fence' && token.info.trim().split(/\s/, 1)[0]?.toLowerCase() === 'mermaid';
}

function isTerminated({ map, markup }: Token, lines: readonly string[]): boolean {
  if (map === null || map[1] - map[0] < 2) return false;
  const last = (lines[map[1] - 1] ?? '').replace(/^[\s>]+/, '').trimEnd();
  return last.length >= markup.length && /^(?:`+|~+)$/.test(last) && last[0] === markup[0];
}
