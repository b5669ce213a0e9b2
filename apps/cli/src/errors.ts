/** Codes of the faults that the command itself throws. */
export type CliErrorCode =
  /** The service could not be reached. Look whether it runs. */
  | 'SERVICE_UNREACHABLE'
  /** The service answered with something that is no answer. Read its log. */
  | 'SERVICE_FAULT'
  /** Whether a process is the service cannot be told, so it is not signalled. Look at it and end it yourself. */
  | 'SERVICE_PROCESS_UNKNOWN'
  /** The service was started and did not come up. The message has the last line of its log. */
  | 'SERVICE_NOT_STARTED'
  /** No service has run for this state root, so it has no events. */
  | 'EVENTS_ABSENT'
  /** No service has run in the background for this state root, so it has no log. */
  | 'LOGS_ABSENT'
  /** A file that was named cannot be read. Name one that is there and that you may read. */
  | 'FILE_UNREADABLE'
  /** A file that was named is there already, and nothing is written over. Name a new one. */
  | 'FILE_EXISTS'
  /** A file that was named cannot be written. Name one in a folder that you may write to. */
  | 'FILE_UNWRITABLE'
  /** The flags of `init` cannot be used together, or a value of theirs is not what it must be. */
  | 'INIT_USAGE'
  /** The agent is neither known nor declared in the operator's configuration. */
  | 'INIT_AGENT_UNKNOWN'
  /** A link leads out of the checkout; following it would write elsewhere. */
  | 'INIT_LEADS_OUT'
  /** git could not be run. */
  | 'INIT_GIT_MISSING'
  /** A file appeared while `init` was about to write it. Run it again. */
  | 'INIT_CONTENDED'
  /** The questions of `init` were left before the last one was answered. */
  | 'INIT_STOPPED'
  /** The daemon of the demo did not start. */
  | 'DEMO_DAEMON_FAILED'
  /** The demo's story did not go on as told. */
  | 'DEMO_STORY_STUCK';
