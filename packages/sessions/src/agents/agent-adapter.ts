/** What an agent's command line is made from. */
export interface AgentTurn {
  /** The conversation; empty for an agent that names it itself and has not yet. */
  readonly sessionId: string;
  /** Whether that conversation has had a turn before. */
  readonly resume: boolean;
  /** The program, when it is not the usual one. */
  readonly binary?: string;
  /** More arguments, from the operator's configuration. */
  readonly extra?: readonly string[];
}

export interface AgentCommand {
  readonly command: readonly string[];
  readonly stdin: 'prompt' | 'none';
}

/** How one kind of agent is called. Pure: a command line in, no process. */
export interface AgentAdapter {
  readonly name: string;
  /** `caller`: we choose the id before the first turn. `agent`: it tells its id in its output. */
  readonly namesSession: 'caller' | 'agent';
  /** Names of the environment that the agent needs for its own account; passed on to it alone. */
  readonly environment: readonly string[];
  /** Throws `AGENT_SESSION_ID_INVALID` for an id that is none, above all for one that would be read as a flag. */
  command(turn: AgentTurn): AgentCommand;
  /** The conversation id in an agent's output; null when it is not there. */
  sessionIdIn(output: string): string | null;
}
