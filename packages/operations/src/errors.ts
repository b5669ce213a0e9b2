/** Codes of the faults that this package throws. None is worth a retry. */
export type OperationErrorCode = 'OPERATION_INPUT_INVALID' | 'OPERATION_AGENT_REFUSED' | 'OPERATION_USAGE';
