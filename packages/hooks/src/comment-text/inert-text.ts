const GAP = '\u200B';
/** Control characters but tabs and line ends, and those that reverse the direction of a text. */
const CONTROL = /[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/gu;
const SECRETS = [
  /\bgh[pousr]_[A-Za-z0-9]{20,255}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,255}\b/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,200}/g,
  /\bsk-[A-Za-z0-9_-]{20,200}/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[A-Za-z0-9+/=\s]{0,10000}/g,
];

/**
 * A text that may be shown in a comment of ours and does nothing there: it mentions nobody, links and closes no issue, hides
 * nothing, commands nothing (`phrases` are further command phrases), and carries no secret of a known shape.
 */
export function inertText(text: string, phrases: readonly string[] = []): string {
  const plain = withoutSecrets(text.replace(CONTROL, ''));
  const quiet = plain
    .replaceAll('<!--', '&lt;!--')
    .replace(/@(?=[A-Za-z0-9])/g, `@${GAP}`)
    .replace(/#(?=\d)/g, `#${GAP}`)
    .replace(/(gh)-(?=\d)/gi, `$1-${GAP}`)
    .replace(/\/(issues|pull|discussions|commit)\/(?=[0-9a-f])/gi, `/$1/${GAP}`)
    .replace(/\bthe-loop(?=[ \t\u00A0])/gi, (name) => `${name}${GAP}`);
  return phrases.filter((phrase) => phrase.trim() !== '').reduce(withoutPhrase, quiet);
}

/** A text in which everything that looks like a credential is replaced. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((result, pattern) => result.replace(pattern, '[removed: looks like a secret]'), text);
}

function withoutPhrase(text: string, phrase: string): string {
  const words = phrase
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text.replace(
    new RegExp(words.join('[ \\t\\u00A0]+'), 'gi'),
    (found) => `${found.slice(0, 1)}${GAP}${found.slice(1)}`,
  );
}
