import { operativeText } from '@the-loop/markdown';
import { withoutCourtesies } from '../speech/courtesies.ts';
import { type Clause, hasHiddenCharacters, readSentences, type Sentence } from '../speech/plain-speech.ts';
import { type ApprovalReading, asksForChanges, isBareDenial, readApproval } from './phrases.ts';

/** What the words of one comment decide. */
export interface Statement {
  readonly decision: 'approve' | 'changes' | 'none';
  /** It says something beside an approval and courtesies. */
  readonly hasComments: boolean;
  /** It reads like an answer that does not count; empty when it does not. */
  readonly unclear: '' | 'condition' | 'wording';
}

const CONDITIONS: ReadonlySet<string> = new Set('if once when after until unless pending provided assuming'.split(' '));
const THUMBS = /^(?:(?:\u{1F44D}|\u2705|:\+1:|:thumbsup:|:white_check_mark:)(?:\uFE0F|\p{Emoji_Modifier})?\s*)+$/u;
const SILENT: Statement = { decision: 'none', hasComments: false, unclear: '' };

/** Reads a comment's words. Never throws; when in doubt nothing is decided. */
export function readStatement(body: string): Statement {
  const operative = operativeText(body).trim();
  if (operative === '') return SILENT;
  if (THUMBS.test(operative)) return { decision: 'approve', hasComments: false, unclear: '' };
  if (hasHiddenCharacters(operative)) return { decision: 'none', hasComments: true, unclear: 'wording' };
  const sentences = readSentences(operative);
  return readWhole(sentences) ?? combine(sentences);
}

/** An approval that is quoted as a whole, with nothing beside it, is still one. */
function readWhole(sentences: readonly Sentence[]): Statement | undefined {
  const [clause, ...others] = sentences.flatMap(({ clauses }) => clauses);
  if (clause === undefined || others.length > 0 || clause.own.length > 0) return undefined;
  const exact = readApproval({ ...clause, own: clause.words });
  if (sentences.some(({ question }) => question) || !isApproval(exact)) return undefined;
  return { decision: 'approve', hasComments: exact === 'approval-with-comments', unclear: '' };
}

function combine(sentences: readonly Sentence[]): Statement {
  const readings = sentences.map(readSentence);
  const hasComments = readings.some((reading) => reading.hasComments);
  if (readings.some(({ decision }) => decision === 'changes')) return { decision: 'changes', hasComments, unclear: '' };
  const unclear = readings.find((reading) => reading.unclear !== '')?.unclear ?? '';
  if (!readings.some(({ decision }) => decision === 'approve'))
    return { decision: 'none', hasComments, unclear: unclear || wordingOf(sentences) };
  return isTakenBack(sentences)
    ? { decision: 'none', hasComments, unclear: 'condition' }
    : { decision: 'approve', hasComments, unclear: '' };
}

function readSentence(sentence: Sentence): Statement {
  const statements = sentence.clauses.filter(({ words }) => withoutCourtesies(words).length > 0);
  if (statements.length === 0) return SILENT;
  const approvals = statements.map(readApproval);
  const condition = sentence.words.some((word) => CONDITIONS.has(word));
  const touches = approvals.some((reading) => reading !== 'absent');
  if (sentence.question) return { ...SILENT, hasComments: true, unclear: touches ? 'wording' : '' };
  if (condition)
    return { ...SILENT, hasComments: true, unclear: touches || statements.some(asksForChanges) ? 'condition' : '' };
  return readPlain(sentence, statements, approvals);
}

function readPlain(
  sentence: Sentence,
  statements: readonly Clause[],
  approvals: readonly ApprovalReading[],
): Statement {
  const yet = sentence.words.includes('yet') || sentence.words.includes('still');
  const denied = approvals.includes('negated') && !yet;
  const hasComments = approvals.some((reading) => reading !== 'approval');
  if (denied || statements.some(asksForChanges)) return { ...SILENT, decision: 'changes', hasComments: true };
  if (approvals.some(isApproval)) return { decision: 'approve', hasComments, unclear: '' };
  return { ...SILENT, hasComments, unclear: approvals.some((reading) => reading !== 'absent') ? 'wording' : '' };
}

function isApproval(reading: ApprovalReading): boolean {
  return reading === 'approval' || reading === 'approval-with-comments';
}

/** A bare "no", or a condition that hangs in the air, beside an approval. */
function isTakenBack(sentences: readonly Sentence[]): boolean {
  return sentences.some(({ clauses, words }) => {
    const opening = words.find((word) => word !== 'only' && word !== 'just' && word !== 'and');
    const dangling = clauses.length === 1 && opening !== undefined && CONDITIONS.has(opening);
    return dangling || clauses.some(isBareDenial);
  });
}

/** Something that was said as an answer, and not only asked. */
function wordingOf(sentences: readonly Sentence[]): '' | 'wording' {
  const said = sentences.some(({ question, words }) => !question && withoutCourtesies(words).length > 0);
  return said && !sentences.some(({ question }) => question) ? 'wording' : '';
}
