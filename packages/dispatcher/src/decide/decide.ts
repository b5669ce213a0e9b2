import { type RoutedEvent } from '@the-loop/router';
import { type Decision } from './decision.ts';
import { type Effect } from './effect.ts';
import { type Rule } from './rule.ts';
import { RULES } from './rules/rules.ts';
import { readSituation } from './situation.ts';
import { type Snapshot } from './snapshot.ts';

/**
 * Decides what is to happen about a routed event, given what is known. Pure: the same values give the same decision,
 * and nothing happens. The rules are tried in the order of the table; the first that answers decides.
 */
export function decide(event: RoutedEvent, snapshot: Snapshot): Decision {
  return decideWithRule(event, snapshot).decision;
}

/** The decision and the name of the rule that made it, for `explain`. */
export function decideWithRule(
  event: RoutedEvent,
  snapshot: Snapshot,
): { readonly rule: string; readonly decision: Decision } {
  const situation = readSituation(event, snapshot);
  const { rule, decision } = firstAnswer(RULES, situation);
  const moves = (snapshot.moved ?? []).map((move): Effect => ({ kind: 'rekey', ...move }));
  const drops = situation.dropped.map((ref): Effect => ({ kind: 'drop-ref', ref }));
  const before = [...moves, ...drops];
  return {
    rule,
    decision: before.length === 0 ? decision : { ...decision, effects: [...before, ...decision.effects] },
  };
}

function firstAnswer(
  rules: readonly Rule[],
  situation: ReturnType<typeof readSituation>,
): { rule: string; decision: Decision } {
  for (const rule of rules) {
    const decision = rule.decide(situation);
    if (decision !== null) return { rule: rule.name, decision };
  }
  return {
    rule: 'otherwise',
    decision: { reason: 'no-session', effects: [], replies: [], settle: 'dropped' },
  };
}
