import { type GateComment, type HookSettings } from '@the-loop/graph-core';
import { readAdhocReply } from '../adhoc/read-adhoc-reply.ts';
import { classifyFeedback } from '../feedback/classify-feedback.ts';
import { executeKeyword, isReadable } from './replies.ts';

/** Whether a comment or review alone, as it is today, answers a gate favourably: one that ends an ad-hoc task, or a review gate. */
export function isFavourable(comment: GateComment, gate: 'adhoc' | 'review', settings: HookSettings): boolean {
  const { authorizedUsers } = settings;
  if (gate === 'adhoc') {
    const counts = isReadable(comment, authorizedUsers) && comment.reviewState !== 'DISMISSED';
    return counts && readAdhocReply(comment.body, settings) === 'done';
  }
  const keywords = { ...settings.keywords, execute: executeKeyword(settings) };
  const { outcome } = classifyFeedback([comment], { authorizedUsers, keywords });
  return outcome === 'approved' || outcome === 'approved-with-comments';
}
