import { type GithubErrorCode } from '../errors.ts';
import { GithubError, type Retry, redactDetail } from '../github-error.ts';
import { AnswerTooLarge } from '../transport/answer-too-large.ts';
import { ConnectTimeout } from '../transport/connect-timeout.ts';

/** What was asked, for messages and errors. */
export interface Asked {
  readonly operation: string;
  /** A ref text, or a host. */
  readonly target: string;
  readonly host: string;
  readonly isWrite: boolean;
  readonly now: () => number;
}

/** An answer as far as faults need it. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

interface Reading {
  readonly code: GithubErrorCode;
  readonly says: string;
  readonly remedy?: string;
  readonly retry?: Retry;
  /** A write may have taken place. */
  readonly ambiguous?: boolean;
}

const BY_STATUS: Readonly<Record<number, Reading>> = {
  401: {
    code: 'GITHUB_UNAUTHENTICATED',
    says: 'does not accept the credentials',
    remedy: 'Renew the token, or run gh auth login.',
  },
  403: {
    code: 'GITHUB_FORBIDDEN',
    says: 'does not allow this',
    remedy: 'Give the token write access to issues and pull requests of the repository.',
  },
  404: {
    code: 'GITHUB_NOT_FOUND',
    says: 'has no such thing, or hides it from this token',
    remedy: 'Check the ref, and that the token may see the repository.',
  },
  410: { code: 'GITHUB_NOT_FOUND', says: 'says that it was deleted' },
  429: { code: 'GITHUB_RATE_LIMITED', says: 'asks to wait', retry: 'after-reset' },
};
const LIMITED: Reading = { code: 'GITHUB_RATE_LIMITED', says: 'asks to wait', retry: 'after-reset' };
const SERVER: Reading = { code: 'GITHUB_SERVER', says: 'has trouble of its own', retry: 'later', ambiguous: true };
const REFUSED: Reading = { code: 'GITHUB_VALIDATION', says: 'refuses what was sent' };
const BROKEN: Reading = {
  code: 'GITHUB_NETWORK',
  says: 'could not be reached, or the connection broke',
  retry: 'later',
  ambiguous: true,
};
/** What a request without an answer met, the first that fits. */
const SILENCES: readonly (Reading & { readonly is: (cause: unknown) => boolean })[] = [
  { is: isUnsent, code: 'GITHUB_TIMEOUT', says: 'accepted no connection in time', retry: 'later' },
  { is: isTooLarge, code: 'GITHUB_ANSWER_TOO_LARGE', says: 'answers more than 64 MiB', ambiguous: true },
  { is: isTimeout, code: 'GITHUB_TIMEOUT', says: 'did not answer in time', retry: 'later', ambiguous: true },
];
const DEFAULT_WAIT_SECONDS = 60;

/** The fault that an answer of 400 and above stands for. */
export function errorOfAnswer(answer: RawAnswer, asked: Asked): GithubError {
  const reading = readingOf(answer);
  const waits = reading.retry === 'after-reset' ? secondsToWait(answer.headers, asked.now()) : null;
  return build(reading, asked, {
    status: answer.status,
    retryAfterSeconds: waits,
    requestId: text(answer.headers['x-github-request-id']),
    detail: redactDetail(remoteMessage(answer.data)),
  });
}

/** The fault of a request that got no answer. A time limit of ours, and everything else that goes wrong on the way. */
export function errorOfSilence(cause: unknown, asked: Asked): GithubError {
  return build(SILENCES.find(({ is }) => is(cause)) ?? BROKEN, asked, { cause });
}

/** An answer that is not what GitHub documents. */
export function errorOfShape(
  asked: Asked,
  facts: { readonly status: number | null; readonly cause?: unknown },
): GithubError {
  const says = 'answered something that is not what it documents';
  return build({ code: 'GITHUB_MALFORMED_RESPONSE', says, retry: 'later', ambiguous: true }, asked, facts);
}

/** A write that met a redirect, or whose answer shows that it was turned into a read. */
export function errorOfMove(asked: Asked, status: number): GithubError {
  const says = 'has this under another address now';
  return build({ code: 'GITHUB_MOVED', says, remedy: 'Read the item again and use its new ref.' }, asked, { status });
}

/** A redirect that leads away from the host. */
export function errorOfRedirect(asked: Asked): GithubError {
  const says = 'sends us to another host, where the token must not go';
  return build({ code: 'GITHUB_REDIRECT_REFUSED', says }, asked, { status: 301 });
}

/** The fault in a GraphQL answer, which comes with status 200. */
export function errorOfGraphql(type: string, detail: string, asked: Asked): GithubError {
  const reading = GRAPHQL[type] ?? REFUSED;
  const waits = reading.retry === 'after-reset' ? DEFAULT_WAIT_SECONDS : null;
  return build(reading, asked, { status: 200, retryAfterSeconds: waits, detail: redactDetail(detail) });
}

const GRAPHQL: Readonly<Record<string, Reading | undefined>> = {
  NOT_FOUND: BY_STATUS[404],
  FORBIDDEN: BY_STATUS[403],
  INSUFFICIENT_SCOPES: BY_STATUS[403],
  RATE_LIMITED: LIMITED,
  RATE_LIMIT: LIMITED,
};

function readingOf({ status, headers, data }: RawAnswer): Reading {
  if (status === 403 && isLimit(headers, data)) return LIMITED;
  if (status >= 500) return SERVER;
  return BY_STATUS[status] ?? REFUSED;
}

function isLimit(headers: RawAnswer['headers'], data: unknown): boolean {
  if (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined) return true;
  return /\brate limit\b/i.test(remoteMessage(data));
}

function secondsToWait(headers: RawAnswer['headers'], now: number): number {
  const after = Number(text(headers['retry-after']) ?? Number.NaN);
  if (Number.isFinite(after) && after >= 0) return after;
  const reset = Number(text(headers['x-ratelimit-reset']) ?? Number.NaN);
  const isKnown = headers['x-ratelimit-remaining'] === '0' && Number.isFinite(reset);
  return isKnown ? Math.max(0, Math.ceil(reset - now / 1000)) : DEFAULT_WAIT_SECONDS;
}

function build(reading: Reading, asked: Asked, facts: ConstructorParameters<typeof GithubError>[2]): GithubError {
  const status = facts?.status ?? null;
  const number = status === null || status === 200 ? '' : ` (${status})`;
  const about = asked.target === asked.host ? '' : ` for ${asked.target}`;
  return new GithubError(reading.code, `${asked.host} ${reading.says}${number}: ${asked.operation}${about}`, {
    ...facts,
    operation: asked.operation,
    target: asked.target,
    retry: reading.retry ?? 'never',
    ambiguous: asked.isWrite && (reading.ambiguous ?? false),
    ...(reading.remedy === undefined ? {} : { remedy: reading.remedy }),
  });
}

function isTimeout(cause: unknown): boolean {
  return causesOf(cause).some(
    (error) =>
      error.name === 'TimeoutError' || /_TIMEOUT$|^ETIMEDOUT$/.test(text((error as { code?: unknown }).code) ?? ''),
  );
}

/** No connection was made, so a write did not take place. */
function isUnsent(cause: unknown): boolean {
  return causesOf(cause).some((error) => error instanceof ConnectTimeout);
}

/** What was asked reached the host, so a write may have taken place. */
function isTooLarge(cause: unknown): boolean {
  return causesOf(cause).some((error) => error instanceof AnswerTooLarge);
}

function causesOf(cause: unknown): Error[] {
  const causes: Error[] = [];
  for (let error = cause; error instanceof Error && causes.length < 4; error = error.cause) causes.push(error);
  return causes;
}

function remoteMessage(data: unknown): string {
  if (typeof data === 'string') return data;
  const message = typeof data === 'object' && data !== null ? (data as { message?: unknown }).message : undefined;
  return typeof message === 'string' ? message : '';
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}
