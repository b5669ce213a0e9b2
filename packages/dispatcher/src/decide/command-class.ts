import { type Command } from '@the-loop/router';

const ARMING: ReadonlySet<Command> = new Set(['start', 'contribute', 'do', 'resume']);
const SPAWNING: ReadonlySet<Command> = new Set(['start', 'contribute', 'do']);
const GATE: ReadonlySet<Command> = new Set(['execute', 'approve', 'request-changes', 'goal', 'done']);

/** A recorded one means that somebody authorized asked to run the item. */
export function isArming(command: Command | undefined | null): boolean {
  return command !== undefined && command !== null && ARMING.has(command);
}

/** Starts an item that has no session. */
export function isSpawning(command: Command | null): boolean {
  return command !== null && SPAWNING.has(command);
}

/** Answers a gate: forwarded to the graph, never carried out here. */
export function isGateCommand(command: Command | null): boolean {
  return command !== null && GATE.has(command);
}
