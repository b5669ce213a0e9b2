import { type FeedbackEffect, type HookContext } from '@the-loop/graph-core';
import * as v from 'valibot';
import { presentFiles, readSlot } from '../../artifact-slots/artifact-slot.ts';
import { defineHook } from '../../definition/define-hook.ts';
import { recordFeedbackOptions } from './options.ts';

const LONGEST_BODY = 20_000;

const readComments = v.object({
  outcome: v.string(),
  comments: v.array(v.object({ author: v.string(), body: v.string(), url: v.string() })),
});

/** Keeps what reviewers wrote with the document it is about. Whoever writes it quotes it, so that it stays their text. */
export const recordFeedback = defineHook({
  name: 'record-feedback',
  capability: 'write-local',
  options: recordFeedbackOptions,
  run: async (context, { into }) => {
    const feedback = nearestFeedback(context);
    if (into === undefined || feedback === null || feedback.comments.length === 0) return { status: 'skip' };
    const [file] = await presentFiles(context.files, readSlot(into));
    if (file === undefined) return { status: 'skip' };
    const comments = feedback.comments.map((comment) => ({ ...comment, body: shortened(comment.body, comment.url) }));
    const effect: FeedbackEffect = { kind: 'feedback', file: file.name, outcome: feedback.outcome, comments };
    return { status: 'pass', effects: [effect] };
  },
});

function nearestFeedback({ results }: HookContext): v.InferOutput<typeof readComments> | null {
  const found = results.findLast(({ hook }) => hook === 'classify-feedback');
  const data = v.safeParse(readComments, found?.result.data);
  return data.success ? data.output : null;
}

function shortened(body: string, url: string): string {
  return body.length <= LONGEST_BODY
    ? body
    : `${body.slice(0, LONGEST_BODY)}\n[shortened: the whole comment is at ${url}]`;
}
