import { LoopError } from '@the-loop/graph-core';
import { type Answer, type AnyOperation } from '@the-loop/operations';

/** A service that answers operations over HTTP. */
export interface RemoteService {
  readonly url: string;
  readonly token: string;
  /** `owner/repo` whose items are meant; absent where the id alone says it. */
  readonly repo?: string;
  /** How long to wait for a service that does not listen, in milliseconds; not at all when left out. */
  readonly patienceMs?: number;
}

const TIMEOUT_MS = 120_000;
const RETRY_MS = 250;

/** Asks the service to run an operation. Throws the fault it answers with, or `SERVICE_UNREACHABLE`. */
export async function invokeRemotely(
  service: RemoteService,
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  // A folder of this machine means nothing to a service.
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'repo'));
  const sent = service.repo === undefined ? rest : { ...rest, repo: service.repo };
  const response = await post(service, operation.name.replace('.', '/'), sent);
  const body = (await response.json().catch(() => null)) as {
    readonly result?: unknown;
    readonly error?: { code: string; message: string; remedy?: string };
  } | null;
  if (response.ok && body !== null && 'result' in body)
    return { result: body.result, ...operation.present(body.result, sent) };
  const { code = 'SERVICE_FAULT', message = `the service answered ${response.status}`, remedy } = body?.error ?? {};
  throw new LoopError(code, message, { remedy });
}

/** Asks again while nothing listens: an agent's claim outlives a restart of the service. What was sent is not sent twice. */
async function post(service: RemoteService, path: string, body: unknown): Promise<Response> {
  const until = Date.now() + (service.patienceMs ?? 0);
  for (;;) {
    try {
      return await fetch(`${service.url}/api/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      if (isRefused(error) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      else throw unreachable(error);
    }
  }
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

/** A service that runs and does not answer. */
export function unreachable(cause: unknown): LoopError {
  return new LoopError('SERVICE_UNREACHABLE', 'the service does not answer', { remedy: 'the-loop status', cause });
}
