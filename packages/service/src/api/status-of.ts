/** HTTP statuses of the codes that are not plainly a mistake in the request. */
const STATUSES: Readonly<Record<string, number>> = {
  SERVICE_UNAUTHENTICATED: 401,
  SERVICE_FORBIDDEN: 403,
  OPERATION_AGENT_REFUSED: 403,
  SERVICE_ITEM_UNKNOWN: 404,
  OPERATION_ITEM_UNKNOWN: 404,
  OPERATION_DELIVERY_UNKNOWN: 404,
  OPERATION_WRITE_UNKNOWN: 404,
  VERB_REFUSED_CONFLICT: 409,
  SERVICE_RECORD_CONTENDED: 409,
  OPERATION_ITEM_AMBIGUOUS: 409,
  OPERATION_DELIVERY_STATUS: 409,
  OPERATION_WRITE_STATUS: 409,
  OPERATION_RECORD_EXISTS: 409,
  SERVICE_HOST_UNKNOWN: 421,
  GITHUB_MALFORMED_REF: 400,
  GITHUB_HOST_INVALID: 400,
  GITHUB_HOST_NOT_CONFIGURED: 400,
  GITHUB_RATE_LIMITED: 503,
  GITHUB_NETWORK: 503,
  GITHUB_TIMEOUT: 503,
};

/** The HTTP status of a fault: the store's are 503, GitHub's 502 or 503, and what the table does not name is the request's. */
export function statusOf(code: string): number {
  if (Object.hasOwn(STATUSES, code)) return STATUSES[code] ?? 400;
  if (code.startsWith('STORE_')) return 503;
  return code.startsWith('GITHUB_') ? 502 : 400;
}
