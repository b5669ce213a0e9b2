/** The built-in hooks and the reading of people's replies. Hooks answer, ask for effects, and write nothing. */

// Reading replies
export { classifyAdhocReply } from './adhoc/classify-adhoc-reply.ts';
// Texts that are shown elsewhere too
export { claimCommand } from './builtin/deliver-assignment/render-assignment.ts';
// The hooks
export { SHIPPED_PHASES } from './builtin/set-phase-label/shipped-phases.ts';
export { inertText, withoutSecrets } from './comment-text/inert-text.ts';
export {
  classifyFeedback,
  type Feedback,
  type FeedbackOptions,
  type FeedbackReason,
} from './feedback/classify-feedback.ts';
export { type Goal, parseGoal } from './goal/parse-goal.ts';
// Reading artifacts
export { type Finding, type LintOptions, lintArtifact } from './lint/lint-artifact.ts';
export { builtinHooks } from './registry.ts';
export { isFavourable } from './replies/is-favourable.ts';
// A repository's own hooks
export {
  type HookAttachment,
  type HookDeclarations,
  readHookDeclarations,
} from './repository-hooks/read-hook-declarations.ts';
export { REPOSITORY_HOOK_REFUSAL, refusedHooks } from './repository-hooks/refused-hooks.ts';
export { parseSelection, type Selection } from './selection/parse-selection.ts';
export { type ChecklistOptions, renderChecklist } from './selection/render-checklist.ts';
export { readSessionMode, type SessionMode } from './selection/session-mode.ts';
export { readWorkItemTraits, type WorkItemTraits } from './work-item/work-item-traits.ts';
