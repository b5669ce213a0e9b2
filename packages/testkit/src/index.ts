/** A GitHub emulator, a scripted agent, temporary repositories and conformance suites. */

// The scripted agent
export { AGENT_SCRIPT_VARIABLE, type AgentBehaviour, type AgentScript } from './agent/agent-script.ts';
export { runAgentMain } from './agent/run-agent-main.ts';
export { type AgentProcess, runScriptedAgent } from './agent/run-scripted-agent.ts';
export { scriptedAgentCommand } from './agent/scripted-agent-command.ts';
// Repositories on disk
export {
  createRepositories,
  type Files,
  type LoggedCommit,
  type PushedBranch,
  type Repositories,
  type RepositoriesOptions,
} from './git/create-repositories.ts';
export { GIT_IDENTITY, type GitRun, runGit } from './git/run-git.ts';
// The GitHub emulator
export {
  type DeliveryView,
  type GithubEmulator,
  type GithubEmulatorOptions,
  startGithubEmulator,
} from './github/emulator.ts';
export { FAULTS, type FaultBehaviour, type FaultMatch, type FaultName, type FaultRule } from './github/faults.ts';
export type { ActOn, ActOnComment, OpenPull } from './github/people.ts';
export type { NewRepository } from './github/repositories.ts';
export type { ApiRequest, ApiWrite } from './github/rest/api.ts';
export type { CommentView, IssueView, ReactionView, ReviewView } from './github/views.ts';
export type { Webhook } from './github/webhooks/hooks.ts';
