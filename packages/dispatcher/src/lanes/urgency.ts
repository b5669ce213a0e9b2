import { type Command, type RoutedEvent } from '@the-loop/router';
import { type Urgency } from './lanes.ts';

const ENDING: ReadonlySet<Command> = new Set(['stop', 'pause', 'cleanup']);

/** Whoever ends or holds work does not wait until an agent is done; but no command passes another. */
export function urgencyOf({ command, actorAuthorized }: Pick<RoutedEvent, 'command' | 'actorAuthorized'>): Urgency {
  if (command.kind !== 'command') return 'patient';
  return actorAuthorized && ENDING.has(command.command) ? 'urgent' : 'barrier';
}
