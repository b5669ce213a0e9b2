import * as v from 'valibot';
import { type ConfigProblem, formatKey } from './config-problem.ts';
import { keyPaths, takeKnownKeys, type UnknownKey } from './known-keys.ts';
import { nearestKey } from './nearest-key.ts';
import { type ConfigDocument, typeName } from './yaml-document.ts';

type Keys = readonly (string | number)[];

/** What a document holds, judged by its schema. `output` is null when there are problems. */
export interface CheckedDocument<Output> {
  readonly output: Output | null;
  /** Wrong values. */
  readonly problems: readonly ConfigProblem[];
  readonly unknown: readonly (UnknownKey & { readonly problem: ConfigProblem })[];
}

/** Holds a document against its schema and reports everything at once, in the order of the file. */
export function checkDocument<Schema extends v.GenericSchema>(
  document: ConfigDocument,
  schema: Schema,
): CheckedDocument<v.InferOutput<Schema>> {
  const { known, unknown } = takeKnownKeys(schema, document.value);
  const result = v.safeParse(schema, known);
  return {
    output: result.success ? result.output : null,
    problems: (result.issues ?? []).map((issue) => toProblem(document, issue)).sort(inFileOrder),
    unknown: unknown.map((each) => ({ ...each, problem: problem(document, each.keys, unknownMessage(schema, each)) })),
  };
}

/** A problem at a key, as the file has it. */
export function problem(document: ConfigDocument, keys: Keys, message: string): ConfigProblem {
  return { ...document.problemAt(keys, message, 'key'), key: formatKey(keys) };
}

/** Sorts problems as one reads the file. */
export function inFileOrder(a: ConfigProblem, b: ConfigProblem): number {
  return a.line - b.line || a.column - b.column;
}

function unknownMessage(schema: object, { keys, known }: UnknownKey): string {
  const key = String(keys.at(-1));
  const near = nearestKey(key, known);
  if (near !== null) return `unknown key; did you mean "${near}"?`;
  const elsewhere = keyPaths(schema).find((path) => path.at(-1) === key);
  if (elsewhere !== undefined) return `unknown key here; it belongs at ${elsewhere.join('.')}`;
  return `unknown key; known here: ${known.join(', ')}`;
}

function toProblem(document: ConfigDocument, issue: v.BaseIssue<unknown>): ConfigProblem {
  const path = issue.path ?? [];
  const keys = path.map((item) => item.key as string | number);
  const at = path.at(-1)?.origin === 'key' ? 'key' : 'value';
  return { ...document.problemAt(keys, messageOf(issue), at), key: formatKey(keys) };
}

function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.kind === 'validation') return issue.message;
  if (issue.path?.at(-1)?.origin === 'key' && issue.received === 'undefined') return 'this key is required';
  return `expected ${expectation(issue.expected ?? '')}, got ${typeName(issue.input)}`;
}

const EXPECTATIONS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  Object: 'a mapping',
  Array: 'a list',
};

function expectation(expected: string): string {
  const named = EXPECTATIONS[expected];
  if (named !== undefined) return named;
  return `one of ${expected.replaceAll(/[()"]/g, '').replaceAll(' | ', ', ')}`;
}
