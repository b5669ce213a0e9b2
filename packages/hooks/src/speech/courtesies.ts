/** Words and short phrases that are polite, or that only stress what stands beside them. */
const COURTESIES: ReadonlySet<string> = new Set(
  `thanks|thank you|thank you so much|thanks a lot|many thanks|thx|ty|cheers|kudos|welcome|you're welcome
  |great|nice|cool|awesome|perfect|excellent|fantastic|wonderful|amazing|brilliant|lovely|super|neat|wow|sweet
  |great work|nice work|good work|great job|nice job|good job|well done|great stuff|good stuff|nicely done|work|job
  |all good|very good|so good|definitely|totally|absolutely|completely|fully|really|very|certainly|of course
  |ok|okay|k|yes|yep|yeah|yup|sure|alright|all right|right|fine|hi|hello|hey|hi all|hello all|all|everyone|team|folks|again
  |much|so much|appreciated|much appreciated|happy|no worries|no problem|no problems|no objections|no concerns|no complaints|no issues`
    .split('|')
    .map((phrase) => phrase.trim()),
);
const LONGEST = 4;
const CONNECTIVES: ReadonlySet<string> = new Set(['and', 'so', 'then']);

/**
 * The words of a clause without courtesies, and without connectives that are left at either end. `keeping` names words
 * that are part of what is looked for.
 */
export function withoutCourtesies(words: readonly string[], keeping: ReadonlySet<string> = new Set()): string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; ) {
    const length = courtesyAt(words, at, keeping);
    if (length === 0) kept.push(words[at] ?? '');
    at += Math.max(length, 1);
  }
  return trimConnectives(kept);
}

/** How many words the longest courtesy that begins here has; 0 when none does. */
function courtesyAt(words: readonly string[], at: number, keeping: ReadonlySet<string>): number {
  for (let length = LONGEST; length > 0; length -= 1) {
    const phrase = words.slice(at, at + length);
    if (phrase.length === length && COURTESIES.has(phrase.join(' ')) && !(length === 1 && keeping.has(phrase[0] ?? '')))
      return length;
  }
  return 0;
}

function trimConnectives(words: readonly string[]): string[] {
  const first = words.findIndex((word) => !CONNECTIVES.has(word));
  const last = words.findLastIndex((word) => !CONNECTIVES.has(word));
  return first === -1 ? [] : words.slice(first, last + 1);
}
