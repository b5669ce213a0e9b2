import { createHash } from 'node:crypto';
import { type Answer } from './route.ts';

/** An answer ready for the wire. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The address of a request without its query, as its sender wrote it, and the query. */
export interface Asked {
  readonly address: string;
  readonly query: URLSearchParams;
  readonly ifNoneMatch: string | null;
}

const STANDING_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-oauth-scopes': 'repo, read:org, workflow',
  'x-ratelimit-limit': '5000',
  'x-ratelimit-remaining': '4999',
  'x-ratelimit-reset': '2147483000',
  'x-ratelimit-used': '1',
  'x-ratelimit-resource': 'core',
  'x-github-media-type': 'github.v3; format=json',
} as const;

/** Cuts the page out of a list, adds the validator, and answers 304 when the asker has the same bytes. */
export function replyTo(answer: Answer, asked: Asked): Reply {
  const page =
    'items' in answer
      ? pageOfList(answer.items, asked)
      : { status: answer.status, body: answer.body, headers: answer.headers };
  const body = page.body === undefined ? '' : JSON.stringify(page.body);
  const etag = `W/"${createHash('sha256').update(body).digest('hex')}"`;
  const headers = { ...STANDING_HEADERS, ...page.headers, ...(page.status === 200 ? { etag } : {}) };
  if (page.status === 200 && asked.ifNoneMatch === etag) return { status: 304, headers, body: '' };
  return { status: page.status, headers, body };
}

function positive(query: URLSearchParams, name: string, otherwise: number): number {
  const value = Number(query.get(name) ?? otherwise);
  return Number.isInteger(value) && value > 0 ? value : otherwise;
}

function pageOfList(items: readonly unknown[], { address, query }: Asked) {
  const size = Math.min(positive(query, 'per_page', 30), 100);
  const page = positive(query, 'page', 1);
  const last = Math.max(1, Math.ceil(items.length / size));
  const link = (rel: string, to: number) => {
    const copy = new URLSearchParams(query);
    copy.set('page', String(to));
    return `<${address}?${copy.toString()}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link('prev', page - 1), link('first', 1)] : []),
    ...(page < last ? [link('next', page + 1), link('last', last)] : []),
  ];
  const headers: Record<string, string> = links.length === 0 ? {} : { link: links.join(', ') };
  return { status: 200, body: items.slice((page - 1) * size, page * size), headers };
}
