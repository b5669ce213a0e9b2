/** Sections of a document: title to body, in order. */
export type Sections = Readonly<Record<string, string>>;

export interface DocumentPlan {
  readonly title: string;
  readonly frontMatter: Readonly<Record<string, string>>;
  readonly sections: Sections;
}

/** The document with everything the plan asks for. What is there already stays; done twice, it changes nothing. */
export function ensureDocument(text: string | null, plan: DocumentPlan): string {
  const begun = text ?? `---\n---\n# ${plan.title}\n`;
  const withKeys = Object.entries(plan.frontMatter).reduce(
    (now, [key, value]) => setFrontMatter(now, key, value),
    begun,
  );
  return Object.entries(plan.sections).reduce(
    (now, [title, body]) => (sectionBody(now, title)?.trim() ? now : appendToSection(now, title, body)),
    withKeys,
  );
}

/** The body of `## title`; null when there is no such section. */
export function sectionBody(text: string, title: string): string | null {
  const { lines, from, to } = findSection(text, title);
  return from === -1 ? null : lines.slice(from + 1, to).join('\n');
}

/** Puts `block` at the end of `## title`, which is made when missing. */
export function appendToSection(text: string, title: string, block: string): string {
  const { lines, from, to } = findSection(text, title);
  if (from === -1) return `${text.trimEnd()}\n\n## ${title}\n\n${block.trim()}\n`;
  const before = lines.slice(0, to).join('\n').trimEnd();
  const after = lines.slice(to).join('\n');
  return `${before}\n\n${block.trim()}\n${after === '' ? '' : `\n${after}`}`;
}

/** The same, unless the section says it already. */
export function mentionInSection(text: string, title: string, block: string): string {
  return sectionBody(text, title)?.includes(block.trim()) ? text : appendToSection(text, title, block);
}

/** Ticks every open box. */
export function tickBoxes(text: string): string {
  return text.replace(/^([ \t]*[-*+] )\[ \]/gm, '$1[x]');
}

/** Sets one key of the front matter, which is made when missing. The value is written as YAML, as given. */
export function setFrontMatter(text: string, key: string, value: string): string {
  const lines = text.split('\n');
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1;
  if (end === -1) return `---\n${key}: ${value}\n---\n${text}`;
  const at = lines.findIndex((line, index) => index > 0 && index < end && line.startsWith(`${key}:`));
  return at === -1
    ? [...lines.slice(0, end), `${key}: ${value}`, ...lines.slice(end)].join('\n')
    : [...lines.slice(0, at), `${key}: ${value}`, ...lines.slice(at + 1)].join('\n');
}

function findSection(text: string, title: string): { lines: string[]; from: number; to: number } {
  const lines = text.split('\n');
  const headings = headingsOf(lines);
  const at = headings.findIndex((heading) => heading.level === 2 && heading.title === title);
  const from = headings[at]?.line ?? -1;
  const next = headings.find((heading) => heading.line > from && heading.level <= 2);
  return { lines, from, to: from === -1 ? -1 : (next?.line ?? lines.length) };
}

function headingsOf(lines: readonly string[]): { line: number; level: number; title: string }[] {
  let fenced = false;
  return lines.flatMap((text, line) => {
    if (text.startsWith('```')) fenced = !fenced;
    const [, marks, title] = fenced ? [] : (/^(#{1,6}) +(\S.*)/.exec(text.trimEnd()) ?? []);
    return marks && title ? [{ line, level: marks.length, title }] : [];
  });
}
