import { type SessionStatus } from '@the-loop/sessions';
import { nextTryText } from '../render/instant.ts';
import { type FailedStart } from './failed-start.ts';
import { type FailedTurn, failedTurnText } from './failed-turn.ts';
import { type Standing } from './standing.ts';

/** What tells whose turn it is. */
export interface ActingInput {
  readonly id: string;
  readonly authorizedUsers: readonly string[];
  /** Null without a session record. */
  readonly session: SessionStatus | null;
  /** Null where the loop cannot be read. */
  readonly standing: Standing | null;
  readonly turns: { readonly running: number; readonly waiting: number };
  /** A command to begin that could not be carried out yet. */
  readonly failedStart: FailedStart | null;
  /** The last turn, where it failed. */
  readonly failedTurn: FailedTurn | null;
  /** Null where no service is involved: a person works in a checkout. */
  readonly spawn: 'commanded' | 'labeled' | 'always' | 'never' | null;
}

/** Who can move the item on, and by what. One line each; the most direct way first. */
export function whoCanAct(input: ActingInput): readonly string[] {
  const { session, standing, spawn } = input;
  if (standing?.terminal === true) return ['nobody has to: it is at its end'];
  if (session === 'paused') return whilePaused(input);
  if (spawn !== null && session !== 'active') return [...failedStarts(input), ...starters(input, spawn)];
  if (standing === null) return ['the operator: see what makes its state unreadable'];
  return atNode(input, standing);
}

/** Pausing holds what goes to the agent; gates still hear people. */
function whilePaused(input: ActingInput): readonly string[] {
  const resume = `${people(input)}: comment "the-loop resume" on the ticket`;
  const { standing } = input;
  return standing?.actor === 'human' ? [...atNode(input, standing), resume] : [resume];
}

function people({ authorizedUsers }: ActingInput): string {
  return authorizedUsers.length === 0 ? 'nobody (routing.authorizedUsers is empty)' : authorizedUsers.join(', ');
}

/** Somebody did comment: while that is tried again nobody has to act. */
function failedStarts({ failedStart }: ActingInput): readonly string[] {
  if (failedStart === null) return [];
  const { id, error, nextTry } = failedStart;
  if (nextTry !== null) return [`the-loop itself: starting failed (${error}) and ${nextTryText(nextTry, null)}`];
  return [`the operator: starting was given up (${error}); when that is mended: the-loop deliveries retry ${id}`];
}

function starters(input: ActingInput, spawn: NonNullable<ActingInput['spawn']>): readonly string[] {
  if (spawn === 'never') return ['the operator: routing.spawn is never, so nothing starts'];
  const label = spawn === 'labeled' ? ', with the arming label on the ticket' : '';
  return [`${people(input)}: comment "the-loop start" on the ticket${label}`];
}

function atNode(input: ActingInput, { actor, node }: Standing): readonly string[] {
  const { id, turns, spawn } = input;
  switch (actor) {
    case 'human':
      return [
        `${people(input)}: answer on the ticket or its pull requests`,
        `a person at this machine: the-loop gate show ${id}, then the-loop gate answer ${id} …`,
      ];
    case 'agent':
      if (turns.running > 0) return ['the agent: it is at work'];
      if (turns.waiting > 0) return ['the agent: its turn waits for a free place'];
      if (spawn === null) return [`whoever works on ${node}: the-loop graph complete ${id}`];
      return [
        ...failedTurns(input),
        `${people(input)}: a comment on the ticket reaches the agent, which has no turn now`,
      ];
    case 'code':
      return [`the-loop itself; by hand: the-loop graph advance ${id}`];
  }
}

function failedTurns({ failedTurn }: ActingInput): readonly string[] {
  return failedTurn === null ? [] : [`the operator: ${failedTurnText(failedTurn)}`];
}
