import { type ExistenceAnswer } from './existence.ts';

/** The end of long output says nothing more; a hostile one shall not cost more. */
const LONGEST_OUTPUT = 16_384;
const HTTP_STATUS = /\bHTTP(?:\/\d(?:\.\d)?)?[ :/]{0,2}([1-5]\d\d)(?!\d)/gi;

/**
 * What an answer says about existence. Only 404 and 410 say `missing`: an outage, a refused credential or an output
 * that nobody can read is `unknown`. A redirect says that it exists.
 */
export function classifyExistence(answer: ExistenceAnswer): 'exists' | 'missing' | 'unknown' {
  return 'status' in answer ? ofStatus(answer.status) : ofBinary(answer.exitCode, answer.output);
}

function ofStatus(status: number): 'exists' | 'missing' | 'unknown' {
  if (status === 404 || status === 410) return 'missing';
  const isFound = status >= 200 && status < 300;
  return isFound || status === 304 || isRedirect(status) ? 'exists' : 'unknown';
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 307 || status === 308;
}

function ofBinary(exitCode: number, output: string): 'exists' | 'missing' | 'unknown' {
  if (exitCode === 0) return 'exists';
  const text = output.slice(0, LONGEST_OUTPUT);
  const statuses = new Set(Array.from(text.matchAll(HTTP_STATUS), ([, status]) => status));
  if (statuses.size > 0)
    return statuses.size === 1 && (statuses.has('404') || statuses.has('410')) ? 'missing' : 'unknown';
  return saysNotFound(text) ? 'missing' : 'unknown';
}

/** A number alone is no status: the words have to be there too. */
function saysNotFound(text: string): boolean {
  return /(?<!\d)404(?!\d)/.test(text) && /\bnot found\b/i.test(text);
}
