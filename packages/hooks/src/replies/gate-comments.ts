import { type Fact, type GateComment, type HookContext, safeParseRef, sameRef } from '@the-loop/graph-core';
import { answersOf } from './replies.ts';

/** The comments that may answer this gate: by whom, and where. An inner loop is answered on its own pull request only. */
export function gateComments(context: HookContext): GateComment[] {
  const answers = answersOf(context.comments, context.settings);
  return context.address.pr === undefined ? answers : answers.filter(({ on }) => isSamePlace(on, context.ref));
}

/** Ids of comments and reviews that an earlier decision used up, or that were about something that changed since. */
export function consumedIds(facts: readonly Fact[]): ReadonlySet<string> {
  return new Set(
    facts.flatMap((fact) =>
      fact.kind === 'approved' || fact.kind === 'changes-requested' || fact.kind === 'entered' ? (fact.used ?? []) : [],
    ),
  );
}

/** A place that is not known counts as the right one. */
function isSamePlace(on: string | undefined, ref: string): boolean {
  if (on === undefined || on === '') return true;
  const [there, here] = [safeParseRef(on), safeParseRef(ref)];
  return there.ok && here.ok && sameRef(there.value, here.value);
}
