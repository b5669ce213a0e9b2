const HEADER_NAMES =
  'From|Von|De|Da|Sent|Gesendet|Envoyé|Enviado|Inviato|Date|Datum|Fecha|Data|To|An|À|Para|A|Cc|Subject|Betreff|Objet|Asunto|Oggetto';
const HEADER = new RegExp(`^[ \\t*_]*(?:${HEADER_NAMES})[*_]*[ \\t\\u00A0]*:`, 'i');
const FIRST_HEADER = /^[ \t*_]*(?:From|Von|De|Da)[*_]*[ \t\u00A0]*:/i;
const DATE_HEADER = /^[ \t*_]*(?:Sent|Gesendet|Envoyé|Enviado|Inviato|Date|Datum|Fecha|Data)[*_]*[ \t\u00A0]*:/i;
const LONGEST_BLOCK = 8;
const ATTRIBUTION_START = /^(?:On|Le|Am|El|Il|Em|Op)\s/;
const ATTRIBUTION_END =
  /(?:\bwrote|\ba écrit|\bescribió|\bha scritto|\bescreveu|\bschrieb(?:[ \t]\S[^:]{0,120})?|\bschreef(?:[ \t]\S[^:]{0,120})?)[ \t\u00A0]*:$/;

/** What a text must hold to have a mail tail at all; meant for a quick look at each line. */
export const HINTS_AT_MAIL = /:[ \t\u00A0]*$|^[ \t*_]*(?:From|Von|De|Da)[*_]*[ \t\u00A0]*:|^-- $|^-{5}/im;

/** First line of the mail that was answered, or of a signature; the number of lines when there is none. */
export function mailTail(lines: readonly string[]): number {
  const start = lines.findIndex((line, index) => opensTail(line, lines.slice(index + 1, index + LONGEST_BLOCK)));
  return start === -1 ? lines.length : start;
}

function opensTail(line: string, following: readonly string[]): boolean {
  if (line === '-- ' || /^-{5}\s?Original Message\s?-{5}/i.test(line)) return true;
  return isHeaderBlock(line, following) || isAttribution(line, following[0] ?? '');
}

/** `From: …` above the other headers of a mail: three lines of them or a date, and somewhere an address or a number. */
function isHeaderBlock(line: string, following: readonly string[]): boolean {
  if (!FIRST_HEADER.test(line)) return false;
  const end = following.findIndex((next) => !HEADER.test(next) || FIRST_HEADER.test(next));
  const headers = [line, ...(end === -1 ? following : following.slice(0, end))];
  if (headers.length < 3 && !headers.some((header) => DATE_HEADER.test(header))) return false;
  return headers.some((header) => /[@<\d]/.test(header));
}

/** `On <date>, somebody wrote:`, on one line or on two. */
function isAttribution(line: string, following: string): boolean {
  if (!ATTRIBUTION_START.test(line) || line.length > 400 || !/\d/.test(line)) return false;
  return endsAttribution(line) || (following.length <= 200 && endsAttribution(`${line} ${following}`));
}

function endsAttribution(line: string): boolean {
  return ATTRIBUTION_END.test(line.trimEnd());
}
