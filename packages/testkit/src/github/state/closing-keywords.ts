/** The issue a closing keyword names; `repository` is `owner/repo`, or null for the same repository. */
export interface ClosingMention {
  readonly repository: string | null;
  readonly number: number;
}

const KEYWORD =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?[ \t]+(?:https:\/\/[\w.-]+\/([\w.-]+\/[\w.-]+)\/issues\/|([\w.-]+\/[\w.-]+)?#)(\d{1,10})\b/gi;
const HIDDEN = /```[\s\S]*?(?:```|$)|<!--[\s\S]*?(?:-->|$)|`[^`\n]*`/g;

/**
 * Issues that merging a pull request with this body closes, as GitHub documents it:
 * https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue
 */
export function closingMentions(body: string): ClosingMention[] {
  const text = body.replace(HIDDEN, ' ');
  return [...text.matchAll(KEYWORD)].map(([, fromUrl, qualified, digits]) => ({
    repository: fromUrl ?? qualified ?? null,
    number: Number(digits),
  }));
}
