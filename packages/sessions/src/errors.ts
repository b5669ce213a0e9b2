/**
 * Codes of the faults this package throws. The `WORKSPACE_*` ones keep a session from starting and can be tried again
 * once the remedy is followed; the others name a mistake in what was configured or passed in.
 */
export type SessionsErrorCode =
  | 'WORKSPACE_GIT_MISSING'
  /** git could not do a step of preparing or removing a checkout. */
  | 'WORKSPACE_GIT_FAILED'
  | 'WORKSPACE_NAME_INVALID'
  | 'WORKSPACE_REMOTE_INVALID'
  /** The remote does not answer, or git failed in a way that we do not know; tried again by itself. */
  | 'WORKSPACE_REMOTE_UNREACHABLE'
  /** The remote answered, and does not give the repository: it knows none of this name, or git is not let in or does not trust it. */
  | 'WORKSPACE_REMOTE_REFUSED'
  | 'WORKSPACE_REMOTE_EMPTY'
  | 'WORKSPACE_BRANCH_INVALID'
  | 'WORKSPACE_BRANCH_MISSING'
  | 'WORKSPACE_BRANCH_BUSY'
  | 'WORKSPACE_BRANCH_MISMATCH'
  | 'WORKSPACE_FOREIGN'
  | 'WORKSPACE_LOCKED'
  | 'SESSION_LOG_NAME_INVALID'
  /** A number that is recorded as a process id is none. */
  | 'SESSION_PROCESS_INVALID'
  /** A process outlived the signal that ends it. */
  | 'SESSION_PROCESS_STUCK'
  | 'AGENT_UNKNOWN'
  /** The command of an agent is empty, has an unknown placeholder or a NUL byte. */
  | 'AGENT_COMMAND_INVALID'
  | 'AGENT_SESSION_ID_INVALID'
  | 'PROMPT_FIELD_INVALID'
  | 'PROMPT_EXCERPT_INVALID';
