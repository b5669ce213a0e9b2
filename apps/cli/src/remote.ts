import { LoopError } from '@the-loop/graph-core';
import { type Answer, type AnyOperation } from '@the-loop/operations';
import { type Posted, postJson } from './post-json.ts';

/** A service that answers operations over HTTP. */
export interface RemoteService {
  readonly url: string;
  readonly token: string;
  /** `owner/repo` whose items are meant; absent where the id alone says it. */
  readonly repo?: string;
  /** The OS user that a person runs the command as; what they answer is recorded by it. */
  readonly user?: string;
  /** How long to wait for a service that does not listen, in milliseconds; not at all when left out. */
  readonly patienceMs?: number;
}

const TIMEOUT_MS = 120_000;
/** A claim runs the operator's verification, which may take an hour, and is answered when that is over. */
const CLAIM_TIMEOUT_MS = 4_200_000;
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
  const timeoutMs = operation.scope === 'claim' ? CLAIM_TIMEOUT_MS : TIMEOUT_MS;
  const response = await post(service, operation.name.replace('.', '/'), { body: sent, timeoutMs });
  const body = readJson(response.text) as {
    readonly result?: unknown;
    readonly error?: { code: string; message: string; remedy?: string };
  } | null;
  if (response.isOk && body !== null && 'result' in body)
    return { result: body.result, ...operation.present(body.result, sent) };
  const { code = 'SERVICE_FAULT', message = `the service answered ${response.status}`, remedy } = body?.error ?? {};
  throw new LoopError(code, message, { remedy });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whatever answered there is not the service.
    return null;
  }
}

/** Asks again while nothing listens: an agent's claim outlives a restart of the service. What was sent is not sent twice. */
async function post(
  service: RemoteService,
  path: string,
  request: { readonly body: unknown; readonly timeoutMs: number },
): Promise<Posted> {
  const until = Date.now() + (service.patienceMs ?? 0);
  const headers = {
    authorization: `Bearer ${service.token}`,
    ...(service.user === undefined ? {} : { 'the-loop-user': encodeURIComponent(service.user) }),
  };
  for (;;) {
    try {
      return await postJson(`${service.url}/api/v1/${path}`, { ...request, headers });
    } catch (error) {
      if (isRefused(error) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      else throw unreachable(error);
    }
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

/** A service that runs and does not answer. */
export function unreachable(cause: unknown): LoopError {
  return new LoopError('SERVICE_UNREACHABLE', 'the service does not answer', { remedy: 'the-loop status', cause });
}
