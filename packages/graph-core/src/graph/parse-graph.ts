import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { asGraphProblem, type FoundProblem } from './check-shape.ts';
import { compileGraph, type ParseGraphOptions } from './compile-graph.ts';
import { type Graph } from './graph.ts';
import { graphFromJSON } from './graph-json.ts';
import { GraphError, type GraphPath, type GraphProblem } from './graph-problem.ts';

const LONGEST = 1_000_000;

/**
 * Makes a graph from YAML 1.2 text, or from data in the same shape. The graph is frozen.
 *
 * Throws `GRAPH_INVALID`, a `GraphError` whose `problems` name everything that is wrong at once; for text each with its
 * line and column.
 */
export function parseGraph(source: string | object, options: ParseGraphOptions = {}): Graph {
  return typeof source === 'string' ? parseText(source, options) : graphFromJSON(source, options);
}

function parseText(text: string, options: ParseGraphOptions): Graph {
  if (text.length > LONGEST) throw refused('too-large', 'the text is longer than a million characters');
  const lines = new LineCounter();
  const document = read(text, lines);
  const compiled = compileGraph(dataOf(document), options);
  if (compiled.ok) return compiled.graph;
  throw new GraphError(inOrder(compiled.problems.map((problem) => located(problem, document, lines))));
}

function refused(code: GraphProblem['code'], message: string): GraphError {
  return new GraphError([{ code, at: '', message }]);
}

function read(text: string, lines: LineCounter): Document {
  let document: Document;
  try {
    document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  } catch {
    throw refused('not-yaml', 'the text cannot be read as YAML');
  }
  const faults = [...document.errors, ...document.warnings];
  if (faults.length === 0) return document;
  throw new GraphError(
    faults.map((fault): GraphProblem => {
      const { line, col } = lines.linePos(fault.pos[0]);
      return { code: 'not-yaml', at: '', message: `not YAML (${fault.code})`, line, column: col };
    }),
  );
}

/** Aliases that multiply beyond measure are refused by the reader; that is a fault of the text. */
function dataOf(document: Document): unknown {
  try {
    return document.toJS() as unknown;
  } catch {
    throw refused('not-yaml', 'the aliases in the text cannot be resolved');
  }
}

function located(problem: FoundProblem, document: Document, lines: LineCounter): GraphProblem {
  const { line, col } = lines.linePos(offsetOf(document, problem.path));
  return { ...asGraphProblem(problem), line: Math.max(line, 1), column: Math.max(col, 1) };
}

/** Where the deepest existing part of the path stands: a key, or an item of a list. */
function offsetOf(document: Document, path: GraphPath): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const step of path) {
    const inside = isAlias(node) ? node.resolve(document) : node;
    const next = child(inside, step);
    if (next === null) break;
    node = next.value;
    offset = startOf(next.mark) ?? offset;
  }
  return offset;
}

function child(node: unknown, step: string | number): { mark: unknown; value: unknown } | null {
  if (isSeq(node) && typeof step === 'number') {
    const item = node.items[step];
    return item === undefined ? null : { mark: item, value: item };
  }
  if (!isMap(node)) return null;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
  return pair === undefined ? null : { mark: pair.key, value: pair.value };
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

function inOrder(problems: readonly GraphProblem[]): readonly GraphProblem[] {
  const place = (problem: GraphProblem): number => (problem.line ?? 0) * 1_000_000 + (problem.column ?? 0);
  return [...problems].sort((a, b) => place(a) - place(b));
}
