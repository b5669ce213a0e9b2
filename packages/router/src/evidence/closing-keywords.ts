import { type WorkItemRef } from '@the-loop/graph-core';
import { isWordAt, isWordBefore } from '../text/word-edge.ts';
import { type LinkEvidence } from './link.ts';
import { createProseReader, type ProseReader } from './prose-reader.ts';
import { type EventRepository, refIn } from './repository.ts';

type KeywordEvidence = Extract<LinkEvidence, { source: 'keyword' }>;

/** One closing keyword and the work item that it names. */
export interface KeywordMention {
  readonly ref: WorkItemRef;
  readonly evidence: KeywordEvidence;
}

const VERB = /(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?=[ \t:])/gi;

/** More keywords than this are not read: no pull request means so many, and each would cost everybody after us. */
const MOST_KEYWORDS = 500;

/**
 * Reads the closing keywords of a pull request's description, in text order: a verb, an optional colon, at least
 * one blank and a target, all on one line. Targets are `#12`, `GH-12`, `owner/repo#12` and the URL of an issue on the
 * event's host or one of `hosts`. Code, HTML comments and quoted lines are not read. Linear in the text.
 *
 * The forms are GitHub's: https://docs.github.com/issues/tracking-your-work-with-issues/linking-a-pull-request-to-an-issue
 */
export function closingKeywords(
  body: string,
  repository: EventRepository,
  hosts: readonly string[] = [],
): KeywordMention[] {
  const mentions: KeywordMention[] = [];
  const refOf = createTargetReader(repository, hosts);
  let prose: ProseReader | null = null;
  for (const match of body.matchAll(VERB)) {
    const target = targetAfter(body, match.index, match[0].length);
    const ref = target === null ? null : refOf(target);
    if (target === null || ref === null) continue;
    // Most descriptions have no candidate, so the Markdown is read only for those that have.
    prose ??= createProseReader(body);
    if (!prose.isProse(match.index, target.end)) continue;
    const line = prose.lineOf(match.index);
    mentions.push({ ref, evidence: { source: 'keyword', verb: match[0].toLowerCase(), form: target.form, line } });
    if (mentions.length === MOST_KEYWORDS) break;
  }
  return mentions;
}

interface Target {
  readonly form: KeywordEvidence['form'];
  /** Empty where the form does not state them. */
  readonly host: string;
  readonly path: string;
  readonly number: number;
  readonly end: number;
}

/** The target that follows the verb at `at`, if the verb is a word of its own. */
function targetAfter(body: string, at: number, length: number): Target | null {
  let position = skipBlanks(body, at + length);
  if (body[position] === ':') position = skipBlanks(body, position + 1);
  const blank = body[position - 1];
  if (blank !== ' ' && blank !== '\t') return null;
  const target = targetAt(body, position);
  return target === null || isGlued(body, at) ? null : target;
}

/** Whether something stands directly before a keyword that makes it part of something else. */
function isGlued(body: string, at: number): boolean {
  return isWordBefore(body, at) || (at > 0 && '-/.@#'.includes(body.charAt(at - 1)));
}

function skipBlanks(body: string, from: number): number {
  let position = from;
  while (body[position] === ' ' || body[position] === '\t') position += 1;
  return position;
}

const LOCAL = /#(\d{1,10})/y;
const GH = /GH-(\d{1,10})/iy;
const QUALIFIED = /([\w.-]{1,100}\/[\w.-]{1,100})#(\d{1,10})/y;
const URL_OF_ISSUE = /https?:\/\/([a-z\d.-]{1,253}(?::\d{1,5})?)\/([\w.-]{1,100}\/[\w.-]{1,100})\/issues\/(\d{1,10})/iy;

function targetAt(body: string, at: number): Target | null {
  const local = matchAt(LOCAL, body, at);
  if (local !== null)
    return finished(body, { form: 'local', host: '', path: '', digits: local[1] }, at + local[0].length);
  const gh = matchAt(GH, body, at);
  if (gh !== null) return finished(body, { form: 'gh', host: '', path: '', digits: gh[1] }, at + gh[0].length);
  const named = matchAt(QUALIFIED, body, at);
  if (named !== null) {
    return finished(body, { form: 'qualified', host: '', path: named[1], digits: named[2] }, at + named[0].length);
  }
  const url = matchAt(URL_OF_ISSUE, body, at);
  if (url === null) return null;
  return finished(body, { form: 'url', host: url[1]?.toLowerCase(), path: url[2], digits: url[3] }, at + url[0].length);
}

function matchAt(shape: RegExp, body: string, at: number): RegExpExecArray | null {
  shape.lastIndex = at;
  return shape.exec(body);
}

interface Parts {
  readonly form: Target['form'];
  readonly host: string | undefined;
  readonly path: string | undefined;
  readonly digits: string | undefined;
}

/** Nothing may be glued to the number; a URL may go on with a fragment, but not with a longer path. */
function finished(body: string, { form, host, path, digits }: Parts, end: number): Target | null {
  const next = form === 'url' && body[end] === '/' ? end + 1 : end;
  if (isWordAt(body, next)) return null;
  return { form, host: host ?? '', path: path ?? '', number: Number(digits), end };
}

/** Turns targets into refs. A text that names one work item very often costs one reading of its name. */
function createTargetReader(
  repository: EventRepository,
  hosts: readonly string[],
): (target: Target) => WorkItemRef | null {
  const allowed = new Set([repository.host, ...hosts.map((host) => host.toLowerCase())]);
  const known = new Map<string, WorkItemRef | null>();
  return ({ host, path, number }) => {
    const key = `${host} ${path} ${number}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const ref = targetRef({ host: host || repository.host, path, number }, repository, allowed);
    known.set(key, ref);
    return ref;
  };
}

function targetRef(
  { host, path, number }: Pick<Target, 'host' | 'path' | 'number'>,
  repository: EventRepository,
  allowed: ReadonlySet<string>,
): WorkItemRef | null {
  if (path === '') return refIn(repository, number);
  const [owner = '', repo = ''] = path.split('/');
  return allowed.has(host) ? refIn({ host, owner, repo }, number) : null;
}
