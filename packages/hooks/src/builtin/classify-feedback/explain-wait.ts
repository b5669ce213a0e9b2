import { type HookContext, type HookResult } from '@the-loop/graph-core';
import { type Feedback, type FeedbackReason } from '../../feedback/classify-feedback.ts';

const TEXT: Readonly<Record<FeedbackReason, string>> = {
  decided: 'waiting for an answer of an authorized person',
  'nobody-answered': 'waiting for an answer of an authorized person',
  undecided: 'an authorized person answered, and decided nothing yet',
  condition: 'the answer depends on a condition, so it decides nothing yet',
  wording: 'an answer reads like a decision, and is not one',
  ambiguous: 'the answer holds two different commands',
  'stale-head': 'the approval is about another commit than the one that is asked about',
  'changes-standing': 'a change request at an earlier commit still stands',
  'too-few-approvals': 'more approvals are needed',
};

/** Reasons for which the people on the thread are told what would count. */
const HINTED: ReadonlySet<FeedbackReason> = new Set([
  'condition',
  'wording',
  'ambiguous',
  'stale-head',
  'changes-standing',
]);

/** The gate waits. Whoever tried to answer is told once how to. */
export function explainWait(context: HookContext, feedback: Feedback): HookResult {
  const { reason, holding } = feedback;
  const text = TEXT[reason];
  const hint = { kind: 'comment', ref: context.ref, body: renderHint(feedback), purpose: 'hint' } as const;
  return {
    status: 'wait',
    messages: [{ code: `FEEDBACK_${reason.toUpperCase().replaceAll('-', '_')}`, text, severity: 'info' }],
    data: { reason, holding },
    effects: HINTED.has(reason) ? [hint] : [],
  };
}

function renderHint({ reason, holding }: Feedback): string {
  const standing = holding.map((login) => `\`${login}\``).join(', ');
  const about =
    reason === 'changes-standing'
      ? `: ${standing} requested changes. They can review again, or \`the-loop approve --over @login\` takes it over`
      : '';
  return [
    `Not decided yet: ${TEXT[reason]}${about}.`,
    '',
    'What counts: `approved`, `LGTM`, `looks good`, `ship it`, a review, `the-loop approve`, `the-loop request-changes`. ' +
      'Comments may stand beside it, in a sentence or clause of their own.',
  ].join('\n');
}
