import { withoutCourtesies } from '../speech/courtesies.ts';
import { type Clause } from '../speech/plain-speech.ts';

/** What a phrase of approval in a clause amounts to. */
export type ApprovalReading = 'approval' | 'approval-with-comments' | 'negated' | 'void' | 'absent';

const EXACT_APPROVAL = new RegExp(
  `^(?:(?:i|we)(?:'ve| have)? )?(?:now )?(?:hereby )?(?:(?:this|that|it|all|everything)(?: now)?(?: is|'s)? )?(?:now )?` +
    `(?:approved?|lgtm|looks good|ship it|signed off)` +
    `(?: (?:this|it|that|now|to me|from me|from my side|from our side|for me|by me|with comments?|with nits?))*$`,
);
const WITH_COMMENTS = / with (?:comments?|nits?)(?: |$)/;
const APPROVAL_WORDS: readonly (readonly string[])[] = [
  ['approved'],
  ['approve'],
  ['lgtm'],
  ['looks', 'good'],
  ['look', 'good'],
  ['ship', 'it'],
  ['signed', 'off'],
];
const CHANGE_WORDS: readonly (readonly string[])[] = [
  ['changes', 'requested'],
  ['request', 'changes'],
  ['requests', 'changes'],
  ['requested', 'changes'],
  ['requesting', 'changes'],
  ['please', 'change'],
  ['needs', 'changes'],
  ['need', 'changes'],
  ['do', 'not', 'merge'],
  ["don't", 'merge'],
];
/** One word may be about anything; as a verdict it opens its clause. */
const VERDICTS: ReadonlySet<string> = new Set(['rejected', 'reject', 'disapproved', 'disapprove']);
const BEFORE_VERDICT: ReadonlySet<string> = new Set(
  "i we i'm this that it it's that's is am have must to hereby therefore still now the pr plan design sorry".split(' '),
);
const PAST: ReadonlySet<string> = new Set(['previously', 'earlier', 'was', 'were', 'formerly']);
const DOUBT: ReadonlySet<string> = new Set(['sure', 'certain', 'convinced', 'only', 'necessarily']);
const DENIALS: ReadonlySet<string> = new Set(['no', 'not', 'nope', 'nah', 'never']);
const FILLERS: ReadonlySet<string> = new Set(
  'actually sorry wait hmm hm oh well yet just at all way now today quite i mean think guess'.split(' '),
);
const TAKING_BACK: ReadonlySet<string> = new Set([
  'scratch that',
  'strike that',
  'forget it',
  'forget that',
  'never mind',
  'nevermind',
  'i take it back',
  'i take that back',
]);
const REACH = 3;

/**
 * Reads what a clause says with the words of approval, if it has any. A phrase that is quoted or in brackets says
 * nothing: it is shown, not said. Behind a mark that is never closed an approval says nothing either, and a denial counts.
 */
export function readApproval({ words, own, arguable }: Clause): ApprovalReading {
  const at = findPhrase(own, APPROVAL_WORDS);
  if (at === -1) return readShown(words, arguable);
  const exact = readExact(words);
  if (exact !== 'absent') return exact;
  if (own.some((word) => PAST.has(word))) return 'void';
  return isDenied(own, at) ? 'negated' : 'void';
}

function readShown(words: readonly string[], arguable: readonly string[]): 'negated' | 'void' | 'absent' {
  const at = findPhrase(arguable, APPROVAL_WORDS);
  if (at !== -1 && !arguable.some((word) => PAST.has(word)) && isDenied(arguable, at)) return 'negated';
  return findPhrase(words, APPROVAL_WORDS) === -1 ? 'absent' : 'void';
}

function readExact(words: readonly string[]): 'approval' | 'approval-with-comments' | 'absent' {
  const bare = withoutCourtesies(words, new Set(['all'])).join(' ');
  if (!EXACT_APPROVAL.test(bare)) return 'absent';
  return WITH_COMMENTS.test(bare) ? 'approval-with-comments' : 'approval';
}

/** Whether a clause asks for changes, in words that are not quoted. */
export function asksForChanges({ unquoted: words }: Clause): boolean {
  if (words.some((word) => PAST.has(word))) return false;
  const at = findPhrase(words, CHANGE_WORDS);
  const verdict = words.findIndex((word) => VERDICTS.has(word));
  if (at !== -1) return negatorBefore(words, at) === -1;
  return verdict !== -1 && words.slice(0, verdict).every((word) => BEFORE_VERDICT.has(word));
}

/** Whether a clause is nothing but a denial, which turns what stands beside it into nothing. */
export function isBareDenial({ words }: Clause): boolean {
  if (TAKING_BACK.has(words.join(' '))) return true;
  const bare = withoutCourtesies(words).filter((word) => !FILLERS.has(word));
  return bare.length > 0 && bare.every((word) => DENIALS.has(word));
}

/** A denial that reaches the phrase. `no` denies only `lgtm`: elsewhere it belongs to a noun. */
function isDenied(words: readonly string[], phrase: number): boolean {
  const at = negatorBefore(words, phrase);
  if (at === -1 || DOUBT.has(words[at + 1] ?? '')) return false;
  const negator = words[at] ?? '';
  return negator === 'no' ? words[phrase] === 'lgtm' : negator !== 'without' && negator !== 'nor';
}

function negatorBefore(words: readonly string[], phrase: number): number {
  const start = Math.max(0, phrase - REACH);
  const within = words.slice(start, phrase).findLastIndex(isNegator);
  return within === -1 ? -1 : start + within;
}

function isNegator(word: string): boolean {
  return /^(?:not|no|never|cannot|without|nor)$/.test(word) || word.endsWith("n't");
}

function findPhrase(words: readonly string[], phrases: readonly (readonly string[])[]): number {
  return words.findIndex((_, at) =>
    phrases.some((phrase) => phrase.every((word, index) => words[at + index] === word)),
  );
}
