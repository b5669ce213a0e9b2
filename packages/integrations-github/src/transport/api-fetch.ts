import { type Fetcher, type FetchRequest } from './http-fetch.ts';
import { REFUSED_REDIRECT, type TransportFetch, type TransportInit } from './transport.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 3;

/**
 * Requests over HTTP to one host and to no other: an address of another origin is refused before it is asked,
 * and so is a redirect to one, as the token would travel with it. Reads follow redirects at home; writes never do.
 */
export function createApiFetch(apiBase: string, fetcher: Fetcher): TransportFetch {
  const home = new URL(apiBase).origin;
  return async (address, init) => {
    let url = new URL(address);
    if (url.origin !== home) return refused(url);
    for (let hop = 0; ; hop += 1) {
      const response = await whole(await fetcher(url, request(init)));
      const location = response.headers.get('location');
      if (!REDIRECTS.has(response.status) || location === null || init.method !== 'GET' || hop === MOST_REDIRECTS) {
        return response;
      }
      const next = new URL(location, url);
      if (next.origin !== home) return refused(next);
      url = next;
    }
  };
}

function request({ method, headers, body, signal }: TransportInit): FetchRequest {
  return {
    redirect: 'manual',
    ...(method === undefined ? {} : { method }),
    ...(headers === undefined ? {} : { headers }),
    ...(typeof body === 'string' ? { body } : {}),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** Reads the body to its end, so that a connection that breaks in the middle is a fault and not a short text. */
async function whole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const bytes = await response.arrayBuffer();
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  return new Response(hasBody ? bytes : null, { status, statusText, headers });
}

function refused(url: URL): Response {
  return new Response(null, { status: 301, headers: { [REFUSED_REDIRECT]: url.host } });
}
