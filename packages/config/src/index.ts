/** The two configuration files: the operator's, which decides, and a repository's, which guides. */

// Reading and editing text
export { type ConfigProblem, formatProblem, type ParsedConfig } from './document/config-problem.ts';
export type { ConfigEdit } from './document/set-keys.ts';
// Faults
export { ConfigError, type ConfigErrorCode } from './errors.ts';
// A repository's file
export { defaultHarnessConfig, type HarnessConfig, type RepositoryHooks } from './harness/harness-config.ts';
export { renderDefaultHarnessConfig, type TicketRepository } from './harness/render-harness-config.ts';
// Where files are
export {
  type ConfigLocation,
  type ConfigPathSources,
  HARNESS_CONFIG_PATH,
  resolveConfigPath,
} from './location/config-path.ts';
export { type LoadedConfig, loadHarnessConfig, loadOperatorConfig, type PathBases } from './location/load-config.ts';
export { type Environment, expandHome, stateRoot } from './location/state-root.ts';
// The operator's file
export type {
  AgentConfig,
  ChannelConfig,
  ControlVerb,
  GithubHostConfig,
  NotificationName,
  NotificationRoles,
  OperatorConfig,
  Role,
  RoutingConfig,
  ServiceConfig,
  SessionsConfig,
  WebhooksConfig,
  WorkspaceConfig,
} from './operator/operator-config.ts';
export { defaultOperatorConfig } from './operator/operator-defaults.ts';
export { renderDefaultOperatorConfig } from './operator/render-operator-config.ts';
export { parseHarnessConfig, parseOperatorConfig, setKeys } from './parse-config.ts';
export { configJsonSchema } from './schema/json-schema.ts';
