import {
  type ApprovedFact,
  type ChangesRequestedFact,
  type GateComment,
  type HookContext,
  type HookResult,
} from '@the-loop/graph-core';
import { readAdhocReply } from '../../adhoc/read-adhoc-reply.ts';
import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';
import { consumedIds, gateComments } from '../../replies/gate-comments.ts';
import { enteredAt, isSince, principalOf, sourceOf } from '../../replies/replies.ts';
import { enteredSubjects } from '../../subjects/subjects.ts';

/** Ends an ad-hoc task or sends it back, as the newest reply of an authorized person says. */
export const classifyAdhocReply = defineHook({
  name: 'classify-adhoc-reply',
  capability: 'pure',
  outcomes: ['done', 'more-work'],
  dataKeys: ['facts', 'by', 'used', 'comments'],
  options: noOptions,
  run: (context) => {
    const standing = context.state.approvals[context.node.id];
    if (standing !== undefined) return { status: 'pass', data: { outcome: standing.outcome } };
    const replies = repliesOf(context).map((comment) => ({
      comment,
      verdict: readAdhocReply(comment.body, context.settings),
    }));
    const decisive = replies.findLast(({ verdict }) => verdict !== 'undecided');
    if (decisive === undefined) return undecided(context, replies.length > 0);
    return decided(context, decisive.comment, decisive.verdict === 'done' ? 'done' : 'more-work');
  },
});

function repliesOf(context: HookContext): GateComment[] {
  const consumed = consumedIds(context.facts);
  const since = enteredAt(context);
  return gateComments(context).filter((comment) => isSince(comment, since) && !consumed.has(comment.id ?? ''));
}

function undecided(context: HookContext, answered: boolean): HookResult {
  const text = 'waiting for an authorized person to say that it is done, or what else is wanted';
  const body = 'Not decided yet: reply `done` to end the task, or say what else is wanted.';
  return {
    status: 'wait',
    messages: [{ code: 'ADHOC_UNDECIDED', text, severity: 'info' }],
    effects: answered ? [{ kind: 'comment', ref: context.ref, body, purpose: 'hint' }] : [],
  };
}

function decided(context: HookContext, comment: GateComment, outcome: 'done' | 'more-work'): HookResult {
  const by = principalOf(comment);
  const used = comment.id === undefined ? [] : [comment.id];
  const common = { at: context.now, by, source: sourceOf(comment, context), node: context.node.id, used };
  const fact: ApprovedFact | ChangesRequestedFact =
    outcome === 'done'
      ? {
          ...common,
          kind: 'approved',
          outcome,
          headSha: context.headSha,
          subjects: enteredSubjects(context),
          approvers: [by],
        }
      : { ...common, kind: 'changes-requested', outcome };
  const comments = [{ author: comment.author, body: comment.body, url: comment.url ?? '' }];
  return { status: 'pass', data: { outcome, facts: [fact], by: [by.login], used, comments } };
}
