import { type MermaidBlock, mermaidBlocks, readBlocks } from '@the-loop/markdown';
import { DIAGRAM_TYPES } from './diagram-types.ts';

/** Something that makes an artifact hard to read. */
export interface Finding {
  readonly code:
    | 'LINT_DIAGRAM_OPEN'
    | 'LINT_DIAGRAM_EMPTY'
    | 'LINT_DIAGRAM_TYPE'
    | 'LINT_DIAGRAM_BACKTICK'
    | 'LINT_LINE_LENGTH';
  /** In our own words. */
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

export interface LintOptions {
  /** Look at Mermaid diagrams; true when absent. */
  readonly diagrams?: boolean;
  /** Longest line outside code, in characters; unlimited when absent. A line without a blank cannot be broken and is let be. */
  readonly maxLineLength?: number;
}

/** A label in double quotes, in any shape of a node or on an edge. */
const LABEL_WITH_BACKTICK = /[[({|>/\\]\s?"[^"\n`]*`/;

/** Reads an artifact for what a machine can find without knowing its subject. */
export function lintArtifact(text: string, options: LintOptions = {}): Finding[] {
  const diagrams = options.diagrams === false ? [] : mermaidBlocks(text).flatMap(lintDiagram);
  const lines = options.maxLineLength === undefined ? [] : lintLines(text, options.maxLineLength);
  return [...diagrams, ...lines];
}

function lintDiagram(block: MermaidBlock, index: number): Finding[] {
  const name = `Mermaid diagram ${index + 1}`;
  const { line } = block;
  if (!block.terminated) return [{ code: 'LINT_DIAGRAM_OPEN', text: `${name} has no closing fence`, line }];
  if (block.content.trim() === '') return [{ code: 'LINT_DIAGRAM_EMPTY', text: `${name} is empty`, line }];
  const findings: Finding[] = [];
  if (!DIAGRAM_TYPES.has(diagramType(block.content))) {
    findings.push({
      code: 'LINT_DIAGRAM_TYPE',
      text: `${name} does not begin with a diagram type, such as \`flowchart LR\``,
      line,
    });
  }
  if (block.content.split('\n').some((row) => LABEL_WITH_BACKTICK.test(row))) {
    findings.push({ code: 'LINT_DIAGRAM_BACKTICK', text: `${name} has a backtick inside a quoted label`, line });
  }
  return findings;
}

/** The first word after comments, directives and the diagram's own front matter. */
function diagramType(content: string): string {
  const lines = withoutFrontMatter(content.split('\n').map((line) => line.trim()));
  let directive = false;
  for (const line of lines) {
    const opens = line.startsWith('%%{');
    const skipped = directive || line === '' || line.startsWith('%%');
    directive = (directive || opens) && !line.includes('}%%');
    if (!skipped) return /^[A-Za-z0-9-]+(?=$|[\s:;])/.exec(line)?.[0] ?? '';
  }
  return '';
}

function withoutFrontMatter(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line !== '');
  if (lines[start] !== '---') return lines;
  const end = lines.indexOf('---', start + 1);
  return end === -1 ? [] : lines.slice(end + 1);
}

function lintLines(text: string, limit: number): Finding[] {
  const code = new Set<number>();
  for (const { kind, line, endLine } of readBlocks(text)) {
    for (let at = line; kind === 'code' && at <= endLine; at += 1) code.add(at);
  }
  return text.split(/\r\n?|\n/).flatMap((line, index): Finding[] => {
    if (code.has(index + 1) || line.length <= limit || !/\s/.test(line.trim())) return [];
    return [
      { code: 'LINT_LINE_LENGTH', text: `line ${index + 1} is longer than ${limit} characters`, line: index + 1 },
    ];
  });
}
