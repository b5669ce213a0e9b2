import { type GateComment, type HookContext } from '@the-loop/graph-core';
import { answersOf } from '../replies/replies.ts';
import { type Goal, parseGoal } from './parse-goal.ts';

/** A goal with the comment that states it. */
export interface StatedGoal extends Goal {
  readonly comment: GateComment;
}

/** What is known of the goal: stated, not stated, or unknown because the thread could not be read. */
export type GoalSearch =
  | { readonly kind: 'stated'; readonly stated: StatedGoal }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' };

/** The latest goal an authorized person stated: in the delivery's comments, else on the thread, where it may be read. */
export async function findGoal(context: HookContext): Promise<GoalSearch> {
  const delivered = latestGoal(context, context.comments);
  if (delivered !== null) return { kind: 'stated', stated: delivered };
  if (context.remote === undefined) return { kind: 'none' };
  let thread: readonly GateComment[];
  try {
    thread = await context.remote.listComments(context.ref);
  } catch {
    // Unknown is not absent.
    return { kind: 'unreadable' };
  }
  const stated = latestGoal(context, thread);
  return stated === null ? { kind: 'none' } : { kind: 'stated', stated };
}

function latestGoal(context: HookContext, comments: readonly GateComment[]): StatedGoal | null {
  for (const comment of answersOf(comments, context.settings).toReversed()) {
    const goal = parseGoal(comment.body);
    if (goal !== null) return { ...goal, comment };
  }
  return null;
}
