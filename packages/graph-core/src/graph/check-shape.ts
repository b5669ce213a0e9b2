import { type BaseIssue } from 'valibot';
import { formatPath, type GraphPath, type GraphProblem, type GraphProblemCode } from './graph-problem.ts';
import { EDGE_KEYS, GRAPH_KEYS, HOOK_KEYS, NODE_KEYS } from './graph-schema.ts';
import { isReservedName } from './reserved-name.ts';

/** A problem with the path it is at, before the path is turned into a line. */
export interface FoundProblem {
  readonly code: GraphProblemCode;
  readonly path: GraphPath;
  readonly message: string;
}

const DEEPEST = 32;

/** An object that is no list: what YAML calls a mapping. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How a value is called in a message. */
function kindOf(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `a ${typeof value}`;
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  record: 'a mapping',
  strict_object: 'a mapping',
  safe_integer: 'a whole number',
  min_value: 'a whole number of at least 1',
};

function asProblem(path: GraphPath, issue: BaseIssue<unknown>): FoundProblem {
  if (path.length === 1 && path[0] === 'nodes') {
    return { code: 'no-nodes', path, message: 'nodes is a list with at least one node' };
  }
  if (issue.type === 'strict_object' && issue.path?.at(-1)?.origin === 'key') {
    return { code: 'missing-key', path, message: `${String(path.at(-1))} is required` };
  }
  return issue.type === 'regex' ? badText(path, issue.input) : badType(path, issue);
}

function badType(path: GraphPath, issue: BaseIssue<unknown>): FoundProblem {
  const code = issue.type === 'picklist' ? 'bad-value' : 'wrong-type';
  return { code, path, message: `expected ${expectedAt(path, issue)}, found ${kindOf(issue.input)}` };
}

function expectedAt(path: GraphPath, issue: BaseIssue<unknown>): string {
  if (path.at(-2) === 'entry' || path.at(-2) === 'exit') return 'the name of a hook, or a mapping of hook and with';
  if (issue.type === 'picklist') return `one of ${String(issue.expected)}`;
  if (path.at(-1) === 'produces') return 'a file name or a list of them';
  return EXPECTED[issue.type] ?? 'another value';
}

function badText(path: GraphPath, input: unknown): FoundProblem {
  const last = path.at(-1);
  if (last === 'on' || last === 'hook') return { code: 'bad-value', path, message: `${last} is empty` };
  const rule = 'a name begins with a letter or digit and goes on with letters, digits, dots, underscores or hyphens';
  return { code: 'bad-id', path, message: `${kindOf(input)} is no name: ${rule}` };
}

/** Turns what the schema found into problems. Unknown keys are left out: the schema names only the first of them. */
export function shapeProblems(issues: readonly BaseIssue<unknown>[]): FoundProblem[] {
  return issues
    .filter((issue) => issue.expected !== 'never')
    .map((issue) =>
      asProblem(
        (issue.path ?? []).map(({ key }) => key as string | number),
        issue,
      ),
    );
}

function keyProblems(path: GraphPath, value: unknown, known: readonly string[]): FoundProblem[] {
  if (!isMapping(value)) return [];
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => ({
      code: 'unknown-key',
      path: [...path, key],
      message: `${kindOf(key)} is no key here; known are ${known.join(', ')}`,
    }));
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function mustBeMapping(path: GraphPath, value: unknown): FoundProblem[] {
  if (!Array.isArray(value)) return [];
  return [{ code: 'wrong-type', path, message: 'expected a mapping, found a list' }];
}

function hookProblems(path: GraphPath, chain: unknown): FoundProblem[] {
  return listed(chain).flatMap((entry, index) => {
    if (!isMapping(entry)) return [];
    const params = [...path, index, 'with'];
    return [
      ...keyProblems([...path, index], entry, HOOK_KEYS),
      ...mustBeMapping(params, entry['with']),
      ...dataProblems(params, entry['with']),
    ];
  });
}

function nodeProblems(node: unknown, index: number): FoundProblem[] {
  const path: GraphPath = ['nodes', index];
  if (!isMapping(node)) return mustBeMapping(path, node);
  return [
    ...keyProblems(path, node, NODE_KEYS),
    ...hookProblems([...path, 'entry'], node['entry']),
    ...hookProblems([...path, 'exit'], node['exit']),
  ];
}

/** What is wrong with parameters as data: names of the language itself, values JSON cannot hold, or endless depth. */
function dataProblems(path: GraphPath, value: unknown): FoundProblem[] {
  if (path.length > DEEPEST) return [{ code: 'too-large', path, message: 'nested too deeply' }];
  if (Array.isArray(value)) return value.flatMap((item, index) => dataProblems([...path, index], item));
  if (isMapping(value)) {
    return Object.entries(value).flatMap(([key, item]) =>
      isReservedName(key)
        ? [{ code: 'bad-id', path: [...path, key], message: `${key} is a reserved name` }]
        : dataProblems([...path, key], item),
    );
  }
  const sound =
    value === undefined || value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
  return sound ? [] : [{ code: 'wrong-type', path, message: `expected plain data, found ${kindOf(value)}` }];
}

function skipSetProblems(skipSets: unknown): FoundProblem[] {
  if (!isMapping(skipSets)) return mustBeMapping(['skipSets'], skipSets);
  return Object.keys(skipSets)
    .filter(isReservedName)
    .map((key) => ({ code: 'bad-id', path: ['skipSets', key], message: `${key} is a reserved name` }));
}

/** What the schema cannot say: every unknown key, lists where a mapping belongs, reserved names, parameters that are no data. */
export function keyAndDataProblems(file: unknown): FoundProblem[] {
  if (!isMapping(file)) return [];
  return [
    ...keyProblems([], file, GRAPH_KEYS),
    ...listed(file['nodes']).flatMap(nodeProblems),
    ...listed(file['edges']).flatMap((edge, index) => [
      ...keyProblems(['edges', index], edge, EDGE_KEYS),
      ...mustBeMapping(['edges', index], edge),
    ]),
    ...skipSetProblems(file['skipSets']),
  ];
}

/** A found problem as it is reported. */
export function asGraphProblem(found: FoundProblem): GraphProblem {
  return { code: found.code, at: formatPath(found.path), message: found.message };
}
