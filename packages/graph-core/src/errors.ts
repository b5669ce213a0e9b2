/** Codes of the faults this package throws, each with what helps. */
export type GraphCoreErrorCode =
  /** The text names no work item. Correct it; asking again does not help. */
  | 'REF_INVALID'
  /** The text is not `owner/repo`, or not one that can become a directory name. */
  | 'REPO_INVALID'
  /** The number of a pull request is not a positive integer of at most ten digits. */
  | 'PULL_REQUEST_INVALID'
  /** The work item id is not one safe path segment. */
  | 'ITEM_ID_INVALID'
  /** The process graph is not valid; `problems` lists everything that is wrong. */
  | 'GRAPH_INVALID'
  /** The chain was evaluated for another boundary than the plan is about: a mistake of the caller. */
  | 'CHAIN_MISMATCH'
  /** A hook learned a fact that is none: a mistake of the hook. Nothing was written. */
  | 'FACT_INVALID'
  /** A reason is required. */
  | 'VERB_REFUSED_REASON'
  /** Nothing to act on was named. */
  | 'VERB_REFUSED_TOKENS'
  /** The target is no node of the loop. */
  | 'VERB_REFUSED_UNKNOWN_NODE'
  /** The item has not been started. */
  | 'VERB_REFUSED_NOT_STARTED'
  /** The loop is at a terminal node. */
  | 'VERB_REFUSED_TERMINAL'
  /** The graph is another than the loop that was asked for. */
  | 'VERB_REFUSED_LOOP';
