import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A loop of the demo: an item's own, or the inner loop of a pull request. Both as `owner/repo#n`. */
export interface LoopName {
  readonly item: string;
  readonly pullRequest?: string;
}

/**
 * How often a loop has entered a node, by the facts in its file. Events are told after the facts are written, so a daemon that is
 * killed in between has entered a node and never said so.
 */
export function entriesIn(stateRoot: string, loop: LoopName, node: string): number {
  const text = readIf(stateFile(stateRoot, loop));
  const { facts = [] } = JSON.parse(text ?? '{}') as { facts?: readonly { kind: string; node?: string }[] };
  return facts.filter((fact) => fact.kind === 'entered' && fact.node === node).length;
}

function stateFile(stateRoot: string, { item, pullRequest }: LoopName): string {
  const [owner = '', repo = '', number = ''] = item.split(/[/#]/);
  const checkout = path.join('items', `github~${owner}~${repo}~${number}`, `github.com__${owner}__${repo}`);
  const directory = path.join(stateRoot, 'workspaces', checkout, 'docs', 'specs', `issue-${number}`);
  if (pullRequest === undefined) return path.join(directory, 'graph-state.json');
  const [prOwner = '', prRepo = '', pr = ''] = pullRequest.split(/[/#]/);
  return path.join(directory, 'pr-loops', `${prOwner}__${prRepo}`, `pr-${pr}`, 'graph-state.json');
}

function readIf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
