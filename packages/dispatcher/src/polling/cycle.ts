import { formatRef, type WorkItemRef } from '@the-loop/graph-core';
import { GithubError, type GithubItem, type GithubRepository } from '@the-loop/integrations-github';
import { describeFault } from '../retry/describe-fault.ts';
import { type PollPorts, type PollSettings } from './poll-ports.ts';
import { createThreads, type Thread, type Threads } from './thread.ts';

/** One reading of one repository. */
export interface Cycle {
  readonly ports: PollPorts;
  readonly settings: PollSettings;
  readonly repository: GithubRepository;
  readonly threads: Threads;
  readonly signal: AbortSignal;
  /** Items that could not be read. */
  failures: number;
}

/** A cycle over what the list of items brought. */
export function createCycle(
  parts: Pick<Cycle, 'ports' | 'settings' | 'repository' | 'signal'>,
  items: readonly GithubItem[],
): Cycle {
  const { ports, signal } = parts;
  const threads = createThreads(ports.github, new Map(items.map((item) => [item.ref.number, item])), {
    signal,
    closing: (ref) => closingOrNull(ports, ref, signal),
  });
  return { ...parts, threads, failures: 0 };
}

/** Reads one item's part of a cycle. Null when it could not be read: said, and read again by the next cycle. */
export async function attempt<Value>(
  cycle: Cycle,
  on: WorkItemRef,
  read: () => Promise<Value>,
): Promise<{ readonly value: Value } | null> {
  cycle.signal.throwIfAborted();
  try {
    return { value: await read() };
  } catch (fault) {
    cycle.signal.throwIfAborted();
    cycle.failures += 1;
    const error = describeFault(fault);
    cycle.ports.emit({ event: 'poll.item_error', level: 'error', work_item: formatRef(on), error, will_retry: true });
    return null;
  }
}

const UNTOLD = ['GITHUB_FORBIDDEN', 'GITHUB_NOT_FOUND', 'GITHUB_VALIDATION'];

/** Whether a fault says that this credential or server does not tell. Every other fault means that we do not know. */
export function isUntold(fault: unknown): boolean {
  return fault instanceof GithubError && UNTOLD.includes(fault.code);
}

async function closingOrNull(ports: PollPorts, ref: WorkItemRef, signal: AbortSignal): Promise<Thread['closing']> {
  try {
    return await ports.github.closingReferences(ref, { signal });
  } catch (fault) {
    if (isUntold(fault)) return null;
    throw fault;
  }
}
