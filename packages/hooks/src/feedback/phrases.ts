import { withoutCourtesies } from '../speech/courtesies.ts';

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
const REACH = 3;

/** Reads what a clause says with the words of approval, if it has any. */
export function readApproval(words: readonly string[]): ApprovalReading {
  const bare = withoutCourtesies(words, new Set(['all'])).join(' ');
  if (EXACT_APPROVAL.test(bare)) return WITH_COMMENTS.test(bare) ? 'approval-with-comments' : 'approval';
  const at = findPhrase(words, APPROVAL_WORDS);
  if (at === -1) return 'absent';
  if (words.some((word) => PAST.has(word))) return 'void';
  return isDenied(words, at) ? 'negated' : 'void';
}

/** Whether a clause asks for changes. */
export function asksForChanges(words: readonly string[]): boolean {
  if (words.some((word) => PAST.has(word))) return false;
  const at = findPhrase(words, CHANGE_WORDS);
  const verdict = words.findIndex((word) => VERDICTS.has(word));
  if (at !== -1) return negatorBefore(words, at) === -1;
  return verdict !== -1 && words.slice(0, verdict).every((word) => BEFORE_VERDICT.has(word));
}

/** Whether a clause is nothing but a denial, which turns what stands beside it into nothing. */
export function isBareDenial(words: readonly string[]): boolean {
  return words.length === 1 && /^(?:no|not|nope|nah|never)$/.test(words[0] ?? '');
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
