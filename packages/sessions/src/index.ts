/** Everything between "this belongs to work item X" and "an agent has it": checkouts, conversations, processes, prompts. */

// Kinds of agents
export type { AgentAdapter, AgentCommand, AgentTurn } from './agents/agent-adapter.ts';
export { agentFor, type ConfiguredAgent, knownAgents } from './agents/agent-for.ts';
export { isSessionId } from './agents/session-id.ts';
// Faults
export type { SessionsErrorCode } from './errors.ts';
// Running agents
export { createProcessHost, type ProcessHostOptions } from './host/create-process-host.ts';
export { type SessionEnvironmentInput, sessionEnvironment } from './host/session-environment.ts';
export type { SessionHost, TurnOutcome, TurnRequest } from './host/turn.ts';
export { readLogTail } from './host/turn-log.ts';
export type { EndOutcome } from './process/end-process-tree.ts';
export { type ProcessIdentity, type ProcessState, startTimeOf } from './process/process-identity.ts';
// Prompts
export { fenceUntrusted, UNTRUSTED_NOTICE } from './prompt/fence-untrusted.ts';
export type { InteractionMode } from './prompt/interaction-directive.ts';
export {
  type AssignmentPrompt,
  type EventPrompt,
  renderTurnPrompt,
  type SpawnPrompt,
  type TurnPrompt,
} from './prompt/render-turn-prompt.ts';
// Records of conversations
export {
  changeSession,
  type SessionChange,
  type SessionEventName,
  type SessionRefusal,
  sessionTransitions,
} from './record/change-session.ts';
export { type ChosenEndpoint, chooseEndpoint, type SessionMode, sessionModeFor } from './record/choose-endpoint.ts';
export type { SessionInput, SessionInputKind, StartedConversation } from './record/session-input.ts';
export {
  bindingOf,
  parseSessionRecord,
  type ReadRecord,
  repositoryIdOf,
  type SessionBinding,
  type SessionRecord,
  type SessionStatus,
} from './record/session-record.ts';
// Agents' tokens
export { AGENT_TOKEN_PREFIX, type AgentToken, agentTokenMatches, mintAgentToken } from './token/agent-token.ts';
// Workspaces
export { checkGit, type GitPresence } from './workspace/check-git.ts';
export { type CheckoutQuestion, checkoutBelongsTo } from './workspace/checkout-belongs-to.ts';
export { followWorkspace, type WorkspaceMove } from './workspace/follow-workspace.ts';
export type { GitOptions } from './workspace/git.ts';
export {
  inspectWorkspace,
  type WorkKind,
  type WorkspaceInspection,
  type WorkspaceState,
} from './workspace/inspect-workspace.ts';
export { prepareWorkspace, type Workspace, type WorkspaceRequest } from './workspace/prepare-workspace.ts';
export {
  type RemovalOutcome,
  removeWorkspace,
  type WorkspaceRemoval,
} from './workspace/remove-workspace.ts';
export {
  type PullRequestHead,
  type RepositoryName,
  type WorkspaceAddress,
  type WorkspacePaths,
  workspacePaths,
} from './workspace/workspace-paths.ts';
