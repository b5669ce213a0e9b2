import { operativeText } from '@the-loop/markdown';
import { withoutCourtesies } from '../speech/courtesies.ts';
import { hasHiddenCharacters, readSentences } from '../speech/plain-speech.ts';

const DECLARATIONS: ReadonlySet<string> = new Set([
  'done',
  'all done',
  "we're done",
  'we are done',
  "i'm done",
  "it's done",
  'this is done',
  'everything is done',
  "that's all",
  'thats all',
  'that is all',
  'nothing else',
  'all set',
  "we're all set",
  'close it',
  'close this',
  'lgtm',
  'looks good',
  'looks good to me',
  'ship it',
  'approved',
]);
/** Part of a declaration, although a courtesy elsewhere. */
const KEEPING: ReadonlySet<string> = new Set(['all']);

/**
 * Does a reply end an ad-hoc task? Only a plain declaration does, because ending is final: anything beside it asks for more.
 * `undecided` means that there is nothing to read but courtesies or emoji, and the gate waits.
 */
export function classifyAdhocReply(body: string): 'done' | 'more-work' | 'undecided' {
  const operative = operativeText(body);
  const sentences = readSentences(operative);
  const clauses = sentences.flatMap((sentence) => sentence.clauses.map(({ words }) => words));
  if (clauses.length === 1 && clauses[0]?.join(' ') === 'no more') return 'done';
  const statements = clauses.filter((words) => withoutCourtesies(words).length > 0);
  if (statements.length === 0) return 'undecided';
  if (hasHiddenCharacters(operative) || sentences.some(({ question }) => question)) return 'more-work';
  return statements.every(isDeclaration) ? 'done' : 'more-work';
}

function isDeclaration(words: readonly string[]): boolean {
  return DECLARATIONS.has(words.join(' ')) || DECLARATIONS.has(withoutCourtesies(words, KEEPING).join(' '));
}
