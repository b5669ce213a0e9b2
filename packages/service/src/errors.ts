/** Codes of the faults that this package throws. None is worth a retry without a change by the operator. */
export type ServiceErrorCode =
  | 'SERVICE_ALREADY_RUNNING'
  | 'SERVICE_STATE_UNUSABLE'
  | 'SERVICE_ADDRESS_INVALID'
  | 'SERVICE_PORT_BUSY'
  | 'SERVICE_UNSIGNED_REFUSED'
  | 'SERVICE_SECRET_MISSING'
  | 'SERVICE_GIT_MISSING'
  | 'SERVICE_RECEIVER_FAULT'
  | 'SERVICE_ITEM_UNKNOWN'
  | 'SERVICE_RECORD_CONTENDED'
  /** The token does not permit this; an agent may look at its own item and claim, and nothing else. */
  | 'SERVICE_FORBIDDEN'
  /** The request is not what the route takes. */
  | 'SERVICE_REQUEST_INVALID'
  /** Nobody told whose token the request carries. */
  | 'SERVICE_UNAUTHENTICATED'
  /** The request names a host that is not ours. */
  | 'SERVICE_HOST_UNKNOWN'
  /** The label that starts work begins with the repository's phase label prefix. */
  | 'SERVICE_LABEL_PREFIX_REFUSED'
  /** GitHub did not say who we post as, so our comments cannot be told from a person's. */
  | 'SERVICE_OWN_LOGIN_UNKNOWN'
  /** The harness configuration declares tickets in a repository that the checkout does not come from and the operator does not list. */
  | 'SERVICE_READ_REFUSED'
  | 'SERVICE_FAULT'
  | 'SERVICE_AGENT_UNKNOWN';
