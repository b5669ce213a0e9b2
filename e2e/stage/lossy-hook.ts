import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo } from 'node:net';

/** What happens to deliveries between GitHub and the service, each as a share of all. */
export interface Losses {
  readonly lost: number;
  readonly duplicated: number;
  readonly seed: number;
}

/** A way for webhooks that loses some and brings others twice. */
export interface LossyHook {
  /** Where GitHub posts to. */
  readonly url: string;
  readonly counts: { sent: number; lost: number; duplicated: number };
  close(): Promise<void>;
}

/** Loses one half with an answer that says so, the other half in silence; a second copy comes from the same hook, or from another one. */
export async function openLossyHook(to: string, losses: Losses): Promise<LossyHook> {
  const random = seeded(losses.seed);
  const counts = { sent: 0, lost: 0, duplicated: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void pass(Buffer.concat(chunks), request.headers));
    const pass = async (body: Buffer, headers: IncomingHttpHeaders): Promise<void> => {
      const fate = random();
      const kind = random() < 0.5;
      counts.sent += 1;
      if (fate < losses.lost) {
        counts.lost += 1;
        response.writeHead(kind ? 502 : 202).end('{}');
        return;
      }
      const status = await forward(to, body, headers);
      if (fate < losses.lost + losses.duplicated) {
        counts.duplicated += 1;
        await forward(to, body, kind ? headers : { ...headers, ...ofAnotherHook() });
      }
      response.writeHead(status).end('{}');
    };
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/gh-webhook`,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function ofAnotherHook(): IncomingHttpHeaders {
  return { 'x-github-delivery': randomUUID(), 'x-github-hook-id': '4242' };
}

async function forward(to: string, body: Buffer, headers: IncomingHttpHeaders): Promise<number> {
  const names = Object.keys(headers).filter((name) => name === 'content-type' || name.startsWith('x-'));
  const sent = names.map((name) => [name, String(headers[name])] as const);
  try {
    const options = { method: 'POST', body: new Uint8Array(body), headers: Object.fromEntries(sent) };
    return (await fetch(to, options)).status;
  } catch {
    // The service is gone, as GitHub would see it.
    return 502;
  }
}

/** Numbers below 1 that look random and are always the same: SHA-256 of seed and count. */
function seeded(seed: number): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHmac('sha256', String(seed)).update(String(count)).digest().readUInt32BE(0) / 2 ** 32;
  };
}
