/** Codes of the faults that the daemon itself throws. */
export type DaemonErrorCode =
  /** There is no `the-loop` on PATH, so agents could not claim. */
  'DAEMON_COMMAND_MISSING';
