import { createHmac } from 'node:crypto';
import { request } from 'node:http';

/** GitHub gives a receiver ten seconds. */
const ANSWER_WITHIN_MS = 10_000;

export interface Outgoing {
  readonly url: string;
  readonly secret: string | null;
  readonly hookId: number;
  readonly repositoryId: number;
  readonly event: string;
  readonly guid: string;
  readonly body: string;
}

/** What the receiver said; status 0 when it could not be reached or was too slow. */
export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** `sha256=<hex>` over the bytes of the body. */
function sign(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Posts one delivery with GitHub's headers. Never rejects: a failure is an answer with status 0. */
export function send(outgoing: Outgoing): Promise<Answered> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(outgoing.body)),
      'user-agent': 'GitHub-Hookshot/0000000',
      'x-github-event': outgoing.event,
      'x-github-delivery': outgoing.guid,
      'x-github-hook-id': String(outgoing.hookId),
      'x-github-hook-installation-target-type': 'repository',
      'x-github-hook-installation-target-id': String(outgoing.repositoryId),
      ...(outgoing.secret === null ? {} : { 'x-hub-signature-256': sign(outgoing.secret, outgoing.body) }),
    };
    const call = request(
      outgoing.url,
      { method: 'POST', headers, timeout: ANSWER_WITHIN_MS, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
        );
        response.on('error', () => resolve({ status: 0, body: '' }));
      },
    );
    call.on('timeout', () => call.destroy());
    call.on('error', () => resolve({ status: 0, body: '' }));
    call.end(outgoing.body);
  });
}
