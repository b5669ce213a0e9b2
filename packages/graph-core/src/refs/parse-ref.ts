import { type GraphCoreErrorCode } from '../errors.ts';
import { LoopError } from '../loop-error.ts';
import { fail, ok, type Result } from '../result.ts';
import { isGithubName, isRefHost } from './github-name.ts';
import { type WorkItemRef } from './work-item-ref.ts';

/** Why a text is not a ref. */
export type RefProblem = 'not-a-ref' | 'bad-host' | 'bad-name' | 'bad-number' | 'too-long';

/** How a ref is read. */
export interface RefOptions {
  /** Provider of a text that names none, such as `github`. Without it such a text is refused. */
  readonly defaultProvider?: string;
}

const PROVIDER = /^([a-z][a-z0-9-]*):/;
const NUMBER = /^[1-9][0-9]{0,9}$/;
/** A key made from the ref must fit into a file name. */
const LONGEST = 240;

/** The host of a ref that names none: only GitHub has one. */
function defaultHost(provider: string): string {
  return provider === 'github' ? 'github.com' : '';
}

/** Reads `[provider:][host/]owner/repo#number`. Blanks at both ends are trimmed; nothing else is repaired. */
export function safeParseRef(text: string, options: RefOptions = {}): Result<WorkItemRef, RefProblem> {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) return fail('too-long');
  const provider = PROVIDER.exec(trimmed)?.[1] ?? options.defaultProvider;
  if (provider === undefined) return fail('not-a-ref');
  const rest = trimmed.startsWith(`${provider}:`) ? trimmed.slice(provider.length + 1) : trimmed;
  const hash = rest.indexOf('#');
  if (hash < 0) return fail('not-a-ref');
  return fromParts(provider, rest.slice(0, hash).split('/'), rest.slice(hash + 1));
}

function fromParts(provider: string, path: readonly string[], digits: string): Result<WorkItemRef, RefProblem> {
  const [repo = '', owner = '', host, ...more] = path.toReversed();
  if (path.length < 2 || more.length > 0) return fail('not-a-ref');
  if (host !== undefined && !isRefHost(host)) return fail('bad-host');
  if (!isGithubName(owner) || !isGithubName(repo)) return fail('bad-name');
  if (!NUMBER.test(digits)) return fail('bad-number');
  return ok({ provider, host: hostOf(provider, host), owner, repo, number: Number(digits) });
}

function hostOf(provider: string, written: string | undefined): string {
  const fallback = defaultHost(provider);
  return written === undefined || written.toLowerCase() === fallback ? fallback : written;
}

/**
 * Reads `[provider:][host/]owner/repo#number`.
 *
 * Throws `REF_INVALID`, naming the text, the expected form and what to do.
 */
export function parseRef(text: string, options: RefOptions = {}): WorkItemRef {
  const parsed = safeParseRef(text, options);
  if (parsed.ok) return parsed.value;
  throw new LoopError<GraphCoreErrorCode>(
    'REF_INVALID',
    `${shown(text)} is not a work item reference (${parsed.error}); expected <provider>:[<host>/]<owner>/<repo>#<number>`,
    { remedy: 'Pass --ref, or declare ticketing.github in .the-loop/harness-config.yaml so that it can be derived.' },
  );
}

/** The text as it may stand in a message: quoted, escaped, and not endless. */
function shown(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
