/** Which end of a quotation a mark looks like. */
type End = 'opening' | 'closing' | 'either';

/** A mark of quotation in a text. */
export interface QuotationMark {
  readonly at: number;
  readonly end: End;
  /** It stands behind a number and may be a measure. */
  readonly inches: boolean;
  /** A sentence or a clause may be over behind it. */
  readonly final: boolean;
}

interface Sort {
  /** Marks of one kind belong together. */
  readonly kind: string;
  /** Which end it is where nothing around it speaks. */
  readonly leaning: End;
  readonly inches?: true;
}

/** Inline code is quoted too. German quotations end with what opens English ones. */
const SORTS: Readonly<Record<string, Sort>> = {
  '"': { kind: 'straight', leaning: 'either', inches: true },
  '\uFF02': { kind: 'straight', leaning: 'either', inches: true },
  '`': { kind: 'code', leaning: 'either' },
  '\u201E': { kind: 'curly', leaning: 'opening' },
  '\u201C': { kind: 'curly', leaning: 'opening' },
  '\u201D': { kind: 'curly', leaning: 'closing', inches: true },
  '\u00AB': { kind: 'angled', leaning: 'opening' },
  '\u00BB': { kind: 'angled', leaning: 'closing' },
  '\u300C': { kind: 'corner', leaning: 'opening' },
  '\u300D': { kind: 'corner', leaning: 'closing' },
  '\u300E': { kind: 'hollow corner', leaning: 'opening' },
  '\u300F': { kind: 'hollow corner', leaning: 'closing' },
};
/** Marks that stand side by side, and emphasis among them, have the same around them. */
const RUN = new RegExp(`[*_~${Object.keys(SORTS).join('')}]+`, 'g');
const DASHES = '\u2014\u2013/-';
const OPENERS = '([{\uFF08\u3010:\uFF1A';
const ENDINGS = '.,;:!?\u2026\u3002\uFF0C\uFF1B\uFF1A\uFF01\uFF1F)]}\uFF09\u3011';
const BEFORE_OPENING = ` ${OPENERS}${DASHES}`;
const NEVER_BEFORE_CLOSING = ` ${OPENERS}`;
const BEHIND_CLOSING = ` ${ENDINGS}${DASHES}`;
const NUMBER_BEFORE = /\p{N}[^\S\n]{0,2}$/u;
/** As far as a number is looked for: two blanks, and a digit that may take two places. */
const NUMBER_REACH = 4;

/** The marks of quotation of a text, those of each kind together and in order. */
export function findMarks(text: string): QuotationMark[][] {
  const kinds = new Map<string, QuotationMark[]>();
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const around = { before: text.charAt(index - 1), behind: text.charAt(index + run.length) };
    for (let at = index; at < index + run.length; at += 1) {
      const sort = SORTS[text.charAt(at)];
      if (sort === undefined) continue;
      const marks = kinds.get(sort.kind) ?? [];
      kinds.set(sort.kind, marks);
      marks.push(readMark(sort, around, { text, at }));
    }
  }
  return [...kinds.values()];
}

interface Around {
  readonly before: string;
  readonly behind: string;
}

function readMark(
  { leaning, inches }: Sort,
  around: Around,
  { text, at }: { readonly text: string; readonly at: number },
): QuotationMark {
  const seen = endBetween(around);
  const isMeasured = NUMBER_BEFORE.test(text.slice(Math.max(0, at - NUMBER_REACH), at));
  return {
    at,
    end: seen === 'either' ? leaning : seen,
    inches: inches === true && seen !== 'opening' && isMeasured,
    final: isAmong(around.behind, BEHIND_CLOSING) && !/\s/.test(around.behind),
  };
}

function endBetween({ before, behind }: Around): End {
  const opens = isAmong(before, BEFORE_OPENING) && !isAmong(behind, BEHIND_CLOSING);
  const closes = isAmong(behind, BEHIND_CLOSING) && !isAmong(before, NEVER_BEFORE_CLOSING);
  if (opens === closes) return 'either';
  return opens ? 'opening' : 'closing';
}

/** The beginning and the end of a text count as blanks. */
function isAmong(character: string, characters: string): boolean {
  return characters.includes(character.trim() || ' ');
}
