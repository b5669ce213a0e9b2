import {
  type ApprovedFact,
  type ChangesRequestedFact,
  type GateComment,
  type HookContext,
  type HookResult,
  type Principal,
} from '@the-loop/graph-core';
import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';
import { type Feedback, classifyFeedback as readFeedback } from '../../feedback/classify-feedback.ts';
import { consumedIds, gateComments } from '../../replies/gate-comments.ts';
import { enteredAt, executeKeyword, principalOf, sourceOf } from '../../replies/replies.ts';
import { changedSubjects, enteredSubjects } from '../../subjects/subjects.ts';
import { explainWait } from './explain-wait.ts';

type Decided = Feedback & { readonly outcome: NonNullable<Feedback['outcome']> };

/** Passes once people decided: approved, approved with comments, or changes requested. Records who, where and about what. */
export const classifyFeedback = defineHook({
  name: 'classify-feedback',
  capability: 'pure',
  outcomes: ['approved', 'approved-with-comments', 'changes-requested'],
  dataKeys: ['facts', 'by', 'used', 'comments', 'reason', 'over', 'changedSubjects', 'renew'],
  options: noOptions,
  run: async (context) => {
    const standing = context.state.approvals[context.node.id];
    if (standing !== undefined) return { status: 'pass', data: { outcome: standing.outcome } };
    const { settings, headSha } = context;
    const feedback = readFeedback(gateComments(context), {
      authorizedUsers: settings.authorizedUsers,
      headSha,
      minApprovals: settings.minApprovals,
      keywords: { ...settings.keywords, execute: executeKeyword(settings) },
      since: enteredAt(context),
      consumed: consumedIds(context.facts),
    });
    return isDecided(feedback) ? decide(context, feedback) : explainWait(context, feedback);
  },
});

function isDecided(feedback: Feedback): feedback is Decided {
  return feedback.outcome !== undefined;
}

async function decide(context: HookContext, feedback: Decided): Promise<HookResult> {
  if (feedback.outcome === 'changes-requested') return passed(feedback, changesFact(context, feedback));
  const asked = enteredSubjects(context);
  const changed = await changedSubjects(context, asked);
  if (changed.length > 0) return renew(context, changed, feedback.used);
  return passed(feedback, approvedFact(context, feedback, asked));
}

function passed(feedback: Decided, fact: ApprovedFact | ChangesRequestedFact): HookResult {
  const { outcome, by, used, over, read } = feedback;
  const comments = read.map(({ author, body, url }) => ({ author, body, url: url ?? '' }));
  return { status: 'pass', data: { outcome, facts: [fact], by, used, over, comments } };
}

/** What was asked about is not what is there: the answer is about something else, and people are asked again. */
function renew({ directory }: HookContext, changed: readonly string[], used: readonly string[]): HookResult {
  const messages = changed.map((name) => ({
    code: 'GATE_SUBJECT_CHANGED',
    text: 'it changed after people were asked about it, so the answer does not count; they are asked again',
    path: `${directory}/${name}`,
    severity: 'info' as const,
  }));
  return { status: 'wait', messages, data: { changedSubjects: changed, renew: true, used, reason: 'subject-changed' } };
}

function approvedFact(context: HookContext, feedback: Decided, subjects: ApprovedFact['subjects']): ApprovedFact {
  const last = latest(feedback.decisive);
  return {
    kind: 'approved',
    at: context.now,
    by: principal(last, feedback),
    source: sourceOf(last, context),
    node: context.node.id,
    outcome: feedback.outcome === 'approved' ? 'approved' : 'approved-with-comments',
    headSha: context.headSha,
    subjects,
    used: feedback.used,
    approvers: feedback.decisive.map((comment) => principal(comment, feedback)),
  };
}

function changesFact(context: HookContext, feedback: Decided): ChangesRequestedFact {
  const last = latest(feedback.decisive);
  return {
    kind: 'changes-requested',
    at: context.now,
    by: principalOf(last),
    source: sourceOf(last, context),
    node: context.node.id,
    outcome: 'changes-requested',
    used: feedback.used,
  };
}

/** An approval over somebody's standing change request says so wherever it is shown. */
function principal(comment: GateComment, { over }: Feedback): Principal {
  const note = over.length > 0 && comment.body.includes('--over') ? { note: `over ${over.join(', ')}` } : {};
  return { ...principalOf(comment), ...note };
}

function latest(decisive: readonly GateComment[]): GateComment {
  const last = decisive.at(-1);
  if (last === undefined) throw new TypeError('a decision has at least one comment');
  return last;
}
