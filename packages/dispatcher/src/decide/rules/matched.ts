import { acknowledged, explained, nearMissHint, noticed } from '../acknowledgement.ts';
import { isGateCommand } from '../command-class.ts';
import { acts, type Decision, drops } from '../decision.ts';
import { type Effect } from '../effect.ts';
import { type Reason } from '../reasons.ts';
import { type Reply } from '../reply.ts';
import { type Rule } from '../rule.ts';
import { sessionPlan } from '../session-plan.ts';
import { type Situation } from '../situation.ts';

/** One or more live records own the event: it is bound where it must be, and goes to each of them. */
export const matched: Rule = {
  name: 'matched',
  decide: (situation) => {
    if (situation.matched.length === 0) return null;
    const plans = situation.matched.map((session) => sessionPlan(situation, session));
    const effects = plans.flatMap((plan) => plan.effects);
    const reason = reasonOf(situation, {
      effects,
      holds: plans.map((plan) => plan.held).filter((held) => held !== null),
    });
    return withReplies(situation, { reason, effects });
  },
};

interface Planned {
  readonly reason: Reason;
  readonly effects: readonly Effect[];
}

function reasonOf(
  situation: Situation,
  plan: { readonly effects: readonly Effect[]; readonly holds: readonly Reason[] },
): Reason {
  const has = (kind: Effect['kind']): boolean => plan.effects.some((effect) => effect.kind === kind);
  if (has('hand-to-graph')) return has('deliver') || has('spawn-endpoint') ? 'handed-to-graph' : 'answer-recorded';
  if (has('deliver')) return 'event-delivered';
  if (has('spawn-endpoint')) return 'endpoint-spawned';
  if (has('bind') && situation.event.treatment === 'binding') return 'pull-request-bound';
  return plan.holds[0] ?? 'no-news';
}

function withReplies(situation: Situation, { reason, effects }: Planned): Decision {
  const hint = nearMissHint(situation);
  const wasActed = effects.some((effect) => effect.kind !== 'bind') || reason === 'pull-request-bound';
  if (!wasActed && situation.command !== null) return acts(reason, effects, explained(situation, reason));
  if (!wasActed) return { ...drops(reason, effects), replies: hint };
  return acts(reason, effects, hint.length > 0 ? hint : signs(situation));
}

/** People's words are acknowledged; notices, labels and CI results are not. */
function signs({ event, command }: Situation): readonly Reply[] {
  if (event.treatment !== 'speech') return [];
  return isGateCommand(command) ? acknowledged() : noticed();
}
