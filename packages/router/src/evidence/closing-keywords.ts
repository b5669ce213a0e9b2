import { type WorkItemRef } from '@the-loop/graph-core';
import { isAsciiLetter, isAsciiWord, isWordAt, isWordBefore } from '../text/word-edge.ts';
import { type LinkEvidence } from './link.ts';
import { createProseReader, type ProseReader } from './prose-reader.ts';
import { type EventRepository, refIn } from './repository.ts';

type KeywordEvidence = Extract<LinkEvidence, { source: 'keyword' }>;

/** One closing keyword and the work item that it names. */
export interface KeywordMention {
  readonly ref: WorkItemRef;
  readonly evidence: KeywordEvidence;
}

const VERBS: ReadonlySet<string> = new Set([
  'close',
  'closes',
  'closed',
  'fix',
  'fixes',
  'fixed',
  'resolve',
  'resolves',
  'resolved',
]);
const LONGEST_VERB = 8;

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
  for (let end = 1; end < body.length && mentions.length < MOST_KEYWORDS; end += 1) {
    const found = mayEndVerb(body, end) ? keywordAt(body, end) : null;
    const ref = found === null ? null : refOf(found.target);
    if (found === null || ref === null) continue;
    const { verb, target } = found;
    // Most descriptions have no candidate, so the Markdown is read only for those that have.
    prose ??= createProseReader(body);
    const at = end - verb.length;
    if (!prose.isProse(at, target.end)) continue;
    mentions.push({ ref, evidence: { source: 'keyword', verb, form: target.form, line: prose.lineOf(at) } });
  }
  return mentions;
}

/** The looks are in order of their cost: whatever a text is made of, most of it passes only the cheap ones. */
function keywordAt(body: string, end: number): { readonly verb: string; readonly target: Target } | null {
  const start = targetStart(body, end);
  const shape = start < 0 ? null : shapeAt(body, start);
  const verb = shape === null ? null : verbBefore(body, end);
  const target = shape === null || verb === null ? null : matched(body, start, shape);
  return verb === null || target === null ? null : { verb, target };
}

interface Target {
  readonly form: KeywordEvidence['form'];
  /** Empty where the form does not state them. */
  readonly host: string;
  readonly path: string;
  readonly number: number;
  readonly end: number;
}

const TAB = 0x09;
const BLANK = 0x20;
const COLON = 0x3a;
const HASH = 0x23;
const SLASH = 0x2f;
const DASH = 0x2d;
const LETTER_G = 0x67;
const LETTER_H = 0x68;

/** Whether a verb may end at `end`, with one of `desx`: a look at two units, which most places of a text do not pass. */
function mayEndVerb(body: string, end: number): boolean {
  const unit = body.charCodeAt(end);
  if (unit !== BLANK && unit !== COLON && unit !== TAB) return false;
  const last = body.charCodeAt(end - 1) | 0x20;
  return last === 0x64 || last === 0x65 || last === 0x73 || last === 0x78;
}

/** The verb that ends at `end`, in lower case, where it is a word of its own. */
function verbBefore(body: string, end: number): string | null {
  let at = end;
  while (at > 0 && end - at <= LONGEST_VERB && isAsciiLetter(body.charCodeAt(at - 1))) at -= 1;
  const verb = body.slice(at, end).toLowerCase();
  return VERBS.has(verb) && !isGlued(body, at) ? verb : null;
}

/** Whether something stands directly before a keyword that makes it part of something else. */
function isGlued(body: string, at: number): boolean {
  return isWordBefore(body, at) || (at > 0 && '-/.@#'.includes(body.charAt(at - 1)));
}

/** Where the target of a verb would stand: after an optional colon and at least one blank. -1 where none can. */
function targetStart(body: string, verbEnd: number): number {
  let position = skipBlanks(body, verbEnd);
  if (body.charCodeAt(position) === COLON) position = skipBlanks(body, position + 1);
  const blank = body.charCodeAt(position - 1);
  return blank === BLANK || blank === TAB ? position : -1;
}

function skipBlanks(body: string, from: number): number {
  let position = from;
  while (body.charCodeAt(position) === BLANK || body.charCodeAt(position) === TAB) position += 1;
  return position;
}

interface Shape {
  readonly form: Target['form'];
  /** `host`, `path` where the form has them, and `digits`, in this order. */
  readonly pattern: RegExp;
}

const LOCAL: Shape = { form: 'local', pattern: /#()()(\d{1,10})/y };
const GH: Shape = { form: 'gh', pattern: /GH-()()(\d{1,10})/iy };
const QUALIFIED: Shape = { form: 'qualified', pattern: /()([\w.-]{1,100}\/[\w.-]{1,100})#(\d{1,10})/y };
const URL_OF_ISSUE: Shape = {
  form: 'url',
  pattern: /https?:\/\/([a-z\d.-]{1,253}(?::\d{1,5})?)\/([\w.-]{1,100}\/[\w.-]{1,100})\/issues\/(\d{1,10})/iy,
};

/** The one shape that can stand at a place, by its first name. */
function shapeAt(body: string, at: number): Shape | null {
  if (body.charCodeAt(at) === HASH) return LOCAL;
  const after = body.charCodeAt(nameEnd(body, at));
  if (after === SLASH) return QUALIFIED;
  const first = body.charCodeAt(at) | 0x20;
  if (first === LETTER_H) return after === COLON ? URL_OF_ISSUE : null;
  return first === LETTER_G && body.charCodeAt(at + 2) === DASH ? GH : null;
}

const LONGEST_NAME = 100;

function nameEnd(body: string, at: number): number {
  let end = at;
  while (end - at < LONGEST_NAME && isNameUnit(body.charCodeAt(end))) end += 1;
  return end;
}

function isNameUnit(unit: number): boolean {
  return isAsciiWord(unit) || unit === DASH || unit === 0x2e;
}

/** Nothing may be glued to the number; a URL may go on with a fragment, but not with a longer path. */
function matched(body: string, at: number, { pattern, form }: Shape): Target | null {
  pattern.lastIndex = at;
  const found = pattern.exec(body);
  if (found === null) return null;
  const end = at + found[0].length;
  if (isWordAt(body, form === 'url' && body.charCodeAt(end) === SLASH ? end + 1 : end)) return null;
  const [, host = '', path = '', digits] = found;
  return { form, host: host.toLowerCase(), path, number: Number(digits), end };
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
