import { MINIMIZED_REASONS } from '../state/records.ts';
import { type GraphqlAnswer, type GraphqlCall, missing, text } from './graphql-call.ts';

/** Variables `id` (the comment) and `classifier` (`OUTDATED`, …). Doing it again changes nothing. */
export function minimizeComment(call: GraphqlCall): GraphqlAnswer {
  const comment = [...call.world.comments.values()].find(({ nodeId }) => nodeId === text(call, 'id'));
  const reason = MINIMIZED_REASONS.find((known) => known === text(call, 'classifier'));
  if (comment === undefined || reason === undefined) return missing('node');
  comment.minimizedReason = reason;
  const minimizedComment = { isMinimized: true, minimizedReason: reason.toLowerCase() };
  return { data: { minimizeComment: { minimizedComment } } };
}
