/** Codes of the faults this package throws; all but the last are tried again until the attempt limit. */
export type DispatcherErrorCode =
  /** A record was changed by others at every try. */
  | 'DISPATCH_RECORD_CONTENDED'
  /** A stored record is not what its kind demands; set it right or remove it. */
  | 'DISPATCH_RECORD_UNREADABLE'
  /** A stored delivery's body is not JSON. */
  | 'DISPATCH_BODY_UNREADABLE'
  /** A stored decision is not one. */
  | 'DISPATCH_DECISION_UNREADABLE'
  /** The checkout of a work item could not be made ready. */
  | 'DISPATCH_WORKSPACE_FAILED'
  /** A state that a decision depends on could not be read. */
  | 'DISPATCH_STATE_UNKNOWN'
  /** What a work item is called changed while an agent or a write is at work on it; it follows when that is over. */
  | 'DISPATCH_ITEM_BUSY'
  /** The claim on a delivery ran out and somebody else has it, or a person ended it. It is left to them. */
  | 'DISPATCH_ROW_LOST';
