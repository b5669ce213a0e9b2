/** Codes of the faults that this package throws. None is worth a retry. */
export type OperationErrorCode =
  /** The input is not what the operation takes; every problem is named. */
  | 'OPERATION_INPUT_INVALID'
  | 'OPERATION_AGENT_REFUSED'
  | 'OPERATION_USAGE'
  | 'OPERATION_NOTHING_STORED'
  | 'OPERATION_DELIVERY_UNKNOWN'
  /** The delivery is in a status that the verb does not apply to. */
  | 'OPERATION_DELIVERY_STATUS'
  | 'OPERATION_WRITE_UNKNOWN'
  | 'OPERATION_WRITE_STATUS'
  | 'OPERATION_ITEM_UNKNOWN'
  | 'OPERATION_ITEM_AMBIGUOUS'
  | 'OPERATION_NO_FILES'
  /** The file holds no deliveries in a form that can be replayed. */
  | 'OPERATION_FIXTURE_INVALID'
  /** The file is no exported record of a work item. */
  | 'OPERATION_RECORD_INVALID'
  /** There is a record of this work item already. */
  | 'OPERATION_RECORD_EXISTS';
