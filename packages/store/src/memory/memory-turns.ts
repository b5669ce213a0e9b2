import { type NewTurn, type Turn, type TurnFilter, type TurnStatus, type Turns } from '../ports/turns.ts';
import {
  answer,
  countByStatus,
  createMemoryTable,
  type MemoryPort,
  type MemoryTable,
  newest,
  sortByBytes,
} from './memory-table.ts';

/** Turns in memory, its rows, and their sweep. */
export function createMemoryTurns(now: () => number): MemoryPort<Turns, Turn> {
  const table = createMemoryTable<Turn>();
  const ready = () => table.rows().filter((row) => row.status === 'waiting' && !otherRuns(table, row));
  const port: Turns = {
    ...turnChanges(table, now),
    get: (key) => answer(() => table.find((row) => row.key === key)),
    next: (endpoint) => answer(() => ready().find((row) => row.endpoint === endpoint) ?? null),
    ready: () =>
      answer(() => sortByBytes([...new Set(ready().map(({ endpoint }) => endpoint))], (endpoint) => endpoint)),
    running: () => answer(() => table.rows().filter(({ status }) => status === 'running')),
    list: (filter) =>
      answer(() =>
        newest(
          table.rows().filter((row) => isListed(row, filter)),
          filter,
        ),
      ),
    count: () => answer(() => countByStatus(table.rows(), { waiting: 0, running: 0, finished: 0 })),
  };
  const isOver = ({ status, finishedAt }: Turn, before: number) =>
    status === 'finished' && (finishedAt ?? before) < before;
  return { port, table, sweep: (before) => table.remove((row) => isOver(row, before)) };
}

/** What moves turns on. */
function turnChanges(table: MemoryTable<Turn>, now: () => number): Pick<Turns, 'put' | 'begin' | 'finish' | 'requeue'> {
  const change = (key: string, from: readonly TurnStatus[], to: Partial<Turn>) => {
    const matches = (row: Turn) => row.key === key && from.includes(row.status);
    return table.update(matches, () => to) !== null;
  };
  return {
    put: (turns) => answer(() => turns.map((turn) => putOne(table, turn))),
    begin: (key, { pid, startTime, attempt, of }) =>
      answer(() => {
        const row = table.find((each) => each.key === key);
        if (row === null || otherRuns(table, row) || (of !== undefined && !isIn(row, of))) return false;
        const running = { status: 'running', pid, startTime, attempts: attempt, startedAt: now() } as const;
        return change(key, ['waiting', 'running'], running);
      }),
    finish: (key, { status, exitCode, note }) => {
      const end = { status: 'finished', outcome: status, exitCode, note, finishedAt: now() } as const;
      return answer(() => change(key, ['waiting', 'running'], end));
    },
    requeue: (key) => answer(() => change(key, ['running', 'finished'], { status: 'waiting', ...fresh })),
  };
}

function isIn(row: Turn, { endpoint, lane }: Pick<Turn, 'endpoint' | 'lane'>): boolean {
  return row.endpoint === endpoint && row.lane === lane;
}

const fresh = { pid: null, startTime: null, startedAt: null, finishedAt: null, outcome: '', exitCode: null, note: '' };

function putOne(table: MemoryTable<Turn>, turn: NewTurn): 'stored' | 'duplicate' {
  const { key, endpoint, lane, kind, prompt, createdAt } = turn;
  if (table.find((row) => row.key === key) !== null) return 'duplicate';
  table.insert((id) => ({
    id,
    key,
    endpoint,
    lane,
    kind,
    prompt,
    createdAt,
    status: 'waiting',
    attempts: 0,
    ...fresh,
  }));
  return 'stored';
}

function otherRuns(table: MemoryTable<Turn>, { endpoint, id }: Turn): boolean {
  return table.find((row) => row.endpoint === endpoint && row.status === 'running' && row.id !== id) !== null;
}

function isListed(row: Turn, { status, endpoint, lane }: TurnFilter): boolean {
  if (status !== undefined && row.status !== status) return false;
  return (endpoint === undefined || row.endpoint === endpoint) && (lane === undefined || row.lane === lane);
}
