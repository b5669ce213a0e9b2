/** A text without its HTML comments; one that is not closed reaches to the end. Line breaks inside them stay. */
export function withoutHtmlComments(text: string): string {
  return cutComments(text, () => null, 'to-the-end');
}

/** The same for a paragraph, where `<!--` may stand in inline code, and without an end it is ordinary text. */
export function withoutInlineComments(text: string): string {
  return cutComments(text, codeSpans(text), 'ordinary');
}

function cutComments(text: string, spanEnd: (at: number) => number | null, open: 'to-the-end' | 'ordinary'): string {
  let result = '';
  let at = 0;
  const special = /`+|<!--/g;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    if (match[0] !== '<!--') {
      special.lastIndex = spanEnd(match.index) ?? special.lastIndex;
      continue;
    }
    const end = text.indexOf('-->', match.index + 2);
    if (end === -1 && open === 'ordinary') break;
    const comment = text.slice(match.index, end === -1 ? undefined : end + 3);
    result += `${text.slice(at, match.index)}${comment.replace(/[^\n]+/g, '')}`;
    at = match.index + comment.length;
    special.lastIndex = at;
  }
  return result + text.slice(at);
}

/** Where the code span that opens at an offset ends: a run of backticks closes at the next run of its length. */
export function codeSpans(text: string): (at: number) => number | null {
  const ends = new Map<number, number | null>();
  const next = new Map<number, number>();
  const runs = [...text.matchAll(/`+/g)].reverse();
  for (const { 0: run, index } of runs) {
    ends.set(index, next.get(run.length) ?? null);
    next.set(run.length, index + run.length);
  }
  return (at) => ends.get(at) ?? null;
}
