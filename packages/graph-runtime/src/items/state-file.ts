import { emptyState, type Graph, type GraphState, stateFromFile, stateToFile } from '@the-loop/graph-core';
import { runtimeError } from '../errors.ts';
import { type StateProblem } from './item-store.ts';
import { decodeText } from './read-text-file.ts';

/** What a state file says. */
export interface ReadState {
  readonly state: GraphState;
  /** How often the file was written; 0 when it was not, or not by us. */
  readonly sequence: number;
  readonly problem: StateProblem | null;
  /** The whole file as found, where it holds facts. */
  readonly readable: Readonly<Record<string, unknown>> | null;
}

function broken(owner: GraphState, kind: StateProblem['kind'], detail: string): ReadState {
  return { state: owner, sequence: 0, problem: { kind, detail }, readable: null };
}

function readRecord(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function checkOwner(workItem: string, owner: GraphState): void {
  if (workItem === '' || workItem === owner.workItem) return;
  throw runtimeError('STATE_OF_ANOTHER_ITEM', `the state file of ${owner.workItem} was written for another work item`, {
    remedy: 'remove graph-state.json from the copied directory',
  });
}

function readKeys(record: Record<string, unknown>, owner: GraphState): ReadState {
  const read = stateFromFile(record);
  if (read.ok) {
    const { state, revision } = read.value;
    checkOwner(state.workItem, owner);
    const repository = state.repository || owner.repository;
    const readable = record['facts'] === undefined ? null : record;
    return { state: { ...state, workItem: owner.workItem, repository }, sequence: revision, problem: null, readable };
  }
  if (read.error.kind === 'invalid') return broken(owner, 'corrupt', read.error.problems[0] ?? 'it is not as expected');
  const { version, supported } = read.error;
  throw runtimeError('STATE_NEWER', `the state file has version ${version}, this program reads up to ${supported}`, {
    remedy: 'update the-loop on this machine',
  });
}

/**
 * Reads a state file. `workItem` and `repository` are what the place implies. Whatever is not a state gives a fresh
 * one and the problem. Throws `STATE_NEWER` and `STATE_OF_ANOTHER_ITEM`.
 */
export function readStateFile(bytes: Buffer, workItem: string, repository: string): ReadState {
  const fresh = emptyState(workItem, repository);
  const text = decodeText(bytes);
  if (text === null) return broken(fresh, 'corrupt', 'it is not UTF-8 text');
  const record = readRecord(text);
  if (record !== null) return readKeys(record, fresh);
  const isConflict = /^<{7} /m.test(text) && /^>{7} /m.test(text);
  if (isConflict) return broken(fresh, 'conflict-markers', 'it holds conflict markers of git');
  return broken(fresh, 'corrupt', 'it is not a JSON object');
}

/** The text of a state file. */
export function renderStateFile(graph: Graph, state: GraphState, sequence: number): string {
  return `${JSON.stringify(stateToFile(graph, state, sequence), null, 2)}\n`;
}
