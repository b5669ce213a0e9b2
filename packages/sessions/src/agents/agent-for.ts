import { LoopError } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';
import { type AgentAdapter } from './agent-adapter.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { checkSessionId } from './session-id.ts';

/** An agent of the operator's configuration. */
export interface ConfiguredAgent {
  /** argv with placeholders; empty to call a known agent by its name. */
  readonly command: readonly string[];
  readonly stdin: 'prompt' | 'none';
}

/** The agents whose command line is known here, by name. */
export const knownAgents: ReadonlyMap<string, AgentAdapter> = new Map(
  [claude, codex].map((adapter) => [adapter.name, adapter]),
);

/**
 * How the agent called `name` is run: by its configured command, or, without one, as a known agent.
 * Throws `AGENT_UNKNOWN` when it is neither.
 */
export function agentFor(name: string, configured: ConfiguredAgent | undefined): AgentAdapter {
  if (configured && configured.command.length > 0) return configuredAgent(name, configured);
  const known = knownAgents.get(name);
  if (known) return known;
  throw new LoopError<SessionsErrorCode>('AGENT_UNKNOWN', `no agent ${JSON.stringify(name)} is configured`, {
    remedy: `Set sessions.agents.${name}.command, or choose one of ${[...knownAgents.keys()].join(', ')}.`,
  });
}

function configuredAgent(name: string, configured: ConfiguredAgent): AgentAdapter {
  return {
    name,
    namesSession: 'caller',
    environment: knownAgents.get(name)?.environment ?? [],
    command({ sessionId, extra = [] }) {
      checkSessionId(sessionId);
      return { command: [...configured.command, ...extra], stdin: configured.stdin };
    },
    sessionIdIn: () => null,
  };
}
