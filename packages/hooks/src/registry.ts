import { type Hook, type HookRegistry } from '@the-loop/graph-core';
import { awaitInnerLoops } from './builtin/await-inner-loops/await-inner-loops.ts';
import { classifyAdhocReply } from './builtin/classify-adhoc-reply/classify-adhoc-reply.ts';
import { classifyFeedback } from './builtin/classify-feedback/classify-feedback.ts';
import { classifyGoal } from './builtin/classify-goal/classify-goal.ts';
import { classifyPhaseSelection } from './builtin/classify-phase-selection/classify-phase-selection.ts';
import { deliverAssignment } from './builtin/deliver-assignment/deliver-assignment.ts';
import { enforcesBoundariesFrom } from './builtin/enforces-boundaries-from/enforces-boundaries-from.ts';
import { lintArtifacts } from './builtin/lint-artifacts/lint-artifacts.ts';
import { logEntry } from './builtin/log-entry/log-entry.ts';
import { mcpCall } from './builtin/mcp-call/mcp-call.ts';
import { notify } from './builtin/notify/notify.ts';
import { postGoalRequest } from './builtin/post-goal-request/post-goal-request.ts';
import { postPhaseSelection } from './builtin/post-phase-selection/post-phase-selection.ts';
import { publishArtifact } from './builtin/publish-artifact/publish-artifact.ts';
import { recordFeedback } from './builtin/record-feedback/record-feedback.ts';
import { requestReview } from './builtin/request-review/request-review.ts';
import { setPhaseLabel } from './builtin/set-phase-label/set-phase-label.ts';
import { validateArtifacts } from './builtin/validate-artifacts/validate-artifacts.ts';
import { verifyTests } from './builtin/verify-tests/verify-tests.ts';

const hooks: readonly Hook[] = [
  awaitInnerLoops,
  classifyAdhocReply,
  classifyFeedback,
  classifyGoal,
  classifyPhaseSelection,
  deliverAssignment,
  enforcesBoundariesFrom,
  lintArtifacts,
  logEntry,
  mcpCall,
  notify,
  postGoalRequest,
  postPhaseSelection,
  publishArtifact,
  recordFeedback,
  requestReview,
  setPhaseLabel,
  validateArtifacts,
  verifyTests,
];

/** Every hook that a shipped loop may name, by name. It is also the catalogue that `parseGraph` and `analyzeGraph` take. */
export const builtinHooks: HookRegistry = new Map(hooks.map((hook) => [hook.name, hook]));
