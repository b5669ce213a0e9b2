import { type IncomingMessage } from 'node:http';

/** A request with a JSON body. */
export interface JsonPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** From the connection to the end of the answer, in milliseconds. */
  readonly timeoutMs: number;
}

export interface Posted {
  readonly status: number;
  /** The status is one of success. */
  readonly isOk: boolean;
  readonly text: string;
}

/**
 * Posts JSON and reads the answer. Rejects with the system's own fault. Not `fetch`, which gives up on an answer that begins after
 * five minutes, whatever its caller allows.
 */
export async function postJson(url: string, { headers, body, timeoutMs }: JsonPost): Promise<Posted> {
  const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http');
  const sent = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(sent));
    const asked = request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        read(response).then(resolve, reject);
      },
    );
    asked.on('error', reject);
    asked.end(sent);
  });
}

async function read(response: IncomingMessage): Promise<Posted> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const status = response.statusCode ?? 0;
  return { status, isOk: status >= 200 && status < 300, text: Buffer.concat(chunks).toString('utf8') };
}
