import { LoopError } from '@the-loop/graph-core';
import { type Answer, type AnyOperation } from '@the-loop/operations';

/** A service that answers operations over HTTP. */
export interface RemoteService {
  readonly url: string;
  readonly token: string;
}

const TIMEOUT_MS = 120_000;

/** Asks the service to run an operation. Throws the fault it answers with, or `SERVICE_UNREACHABLE`. */
export async function invokeRemotely(
  service: RemoteService,
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  // A folder of this machine means nothing to a service.
  const sent = Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'repo'));
  const response = await post(`${service.url}/api/v1/${operation.name.replace('.', '/')}`, service.token, sent);
  const body = (await response.json().catch(() => null)) as {
    readonly result?: unknown;
    readonly error?: { code: string; message: string; remedy?: string };
  } | null;
  if (response.ok && body !== null && 'result' in body)
    return { result: body.result, ...operation.present(body.result, sent) };
  const { code = 'SERVICE_FAULT', message = `the service answered ${response.status}`, remedy } = body?.error ?? {};
  throw new LoopError(code, message, { remedy });
}

async function post(url: string, token: string, body: unknown): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw new LoopError('SERVICE_UNREACHABLE', 'the service does not answer', {
      remedy: 'the-loop status',
      cause: error,
    });
  }
}
