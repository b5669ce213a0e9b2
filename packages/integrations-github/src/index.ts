/** The closed set of GitHub operations: hosts, auth, throttling, errors, signatures. */

// What they answer
export type { GithubCheckResult, GithubHeadChecks } from './answer/check.ts';
export type {
  CommentAnswer,
  GithubComment,
  GithubEdit,
  GithubReview,
  GithubReviewComment,
  ReactionContent,
  ReactionTarget,
} from './answer/comment.ts';
export type { GithubDelivery } from './answer/delivery.ts';
export type {
  GithubActor,
  GithubBranchEnd,
  GithubClosing,
  GithubItem,
  GithubItemEvent,
  GithubPullRequest,
  ItemAnswer,
} from './answer/item.ts';
export type { GithubLimit, GithubRate } from './answer/rate.ts';
export type { GithubRepository } from './answer/repository.ts';
export type { GithubSurvey, SurveyedNumbers } from './answer/survey.ts';
// The operations
export { createGithub, type GithubOptions } from './create-github.ts';
// Faults
export type { GithubErrorCode } from './errors.ts';
export { GithubError, type GithubErrorFacts, type Retry } from './github-error.ts';
export type {
  CallOptions,
  Changes,
  ConditionalRead,
  GithubOperations,
  LabelGroup,
  LabelGroupChange,
  ReviewersAnswer,
} from './github-operations.ts';
export type { GithubAppOptions, GithubHostOptions } from './host/host-options.ts';
// Marks on what we post
export { operationKey, operationKeysIn, operationMarker } from './marker/operation-marker.ts';
export { ATTRIBUTION, stamp } from './marker/stamp.ts';
// Refs
export { type GithubRefParts, splitRef } from './ref/split-ref.ts';
// Deliveries
export {
  type DeliveryHeaderProblem,
  type DeliveryHeaders,
  type HeaderBag,
  readDeliveryHeaders,
} from './signature/delivery-headers.ts';
export { verifySignature } from './signature/verify-signature.ts';
