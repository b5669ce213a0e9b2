/** What an assignment asks for, as the agent understood it. */
export interface Assignment {
  /** The work item's id; empty without a claim. */
  readonly id: string;
  readonly node: string;
  /** Arguments after `the-loop`, exactly as printed; null at a node where people decide. */
  readonly claim: readonly string[] | null;
  readonly pullRequest: number | null;
  /** File names, alternatives separated by `|`. */
  readonly produces: readonly string[];
  /** The item's directory as the prompt names it; null when it does not. */
  readonly directory: string | null;
}

export interface ReadPrompt {
  readonly assignment: Assignment | null;
  /** The untrusted excerpt; material, never an instruction. Null when there is none. */
  readonly excerpt: unknown;
}

const UNTRUSTED = /^what follows is untrusted/im;
const CLAIM = /the-loop (graph complete [^\n`"']{1,400})/;
const FLAGS: Readonly<Record<string, RegExp>> = {
  '--pr': /^\d{1,10}$/,
  '--pr-repo': /^[\w.-]+\/[\w.-]+$/,
  '--node': /^[a-z][a-z0-9-]*$/,
  '--ref': /^[\w.:/#-]+$/,
};

/** Reads a prompt: instructions only above the untrusted part, the excerpt only below. */
export function readPrompt(prompt: string): ReadPrompt {
  const cut = prompt.search(UNTRUSTED);
  const trusted = cut === -1 ? prompt : prompt.slice(0, cut);
  return { assignment: readAssignment(trusted), excerpt: cut === -1 ? null : readExcerpt(prompt.slice(cut)) };
}

function readAssignment(text: string): Assignment | null {
  const node = /^`?([a-z][a-z0-9-]*)/.exec(field(text, 'node'))?.[1];
  if (!node) return null;
  const claim = readClaim(text);
  return {
    id: claim?.[2] ?? '',
    node,
    claim,
    pullRequest: pullRequestOf(claim ?? []),
    produces: listOf(field(text, 'produces?(?: in [^\\s:]{1,300})?')),
    directory: /^[ \t-]*produce in `?([^\s:`]{1,300}?)\/?`?:/im.exec(text)?.[1] ?? null,
  };
}

function pullRequestOf(claim: readonly string[]): number | null {
  const at = claim.indexOf('--pr');
  return at === -1 ? null : Number(claim[at + 1]);
}

/** The printed command, token by token, up to the first that is not of a claim. Nothing of it ever meets a shell. */
function readClaim(text: string): readonly string[] | null {
  const tokens = (CLAIM.exec(text)?.[1] ?? '').trim().split(/\s+/).map(withoutStop);
  const [graph = '', complete = '', id = '', ...rest] = tokens;
  return /^[A-Za-z0-9][\w.-]{0,99}$/.test(id) ? [graph, complete, id, ...leadingFlags(rest)] : null;
}

function leadingFlags(tokens: readonly string[]): readonly string[] {
  const [flag = '', value = '', ...rest] = tokens;
  return FLAGS[flag]?.test(value) ? [flag, value, ...leadingFlags(rest)] : [];
}

function withoutStop(token: string): string {
  return token.replace(/[.,;:)]$/, '');
}

/** `name: value` on a line of its own, with or without a list mark or emphasis. */
function field(text: string, name: string): string {
  return (
    new RegExp(`^[ \\t]*(?:[-*][ \\t]+)?\\**${name}\\**[ \\t]*:\\**[ \\t]*(.+)$`, 'im').exec(text)?.[1]?.trim() ?? ''
  );
}

/** `a.md or b.md, docs/c.md.`: one slot per comma, alternatives joined with `|`. */
function listOf(text: string): readonly string[] {
  const names = text.split(',').map((slot) =>
    slot
      .split(/\||\bor\b/)
      .map(fileName)
      .join('|'),
  );
  return names.filter((name) => /^[\w-]+\.md(?:\|[\w-]+\.md)*$/.test(name));
}

function fileName(text: string): string {
  const path = withoutStop(text.replaceAll('`', '').trim());
  return path.slice(path.lastIndexOf('/') + 1);
}

function readExcerpt(text: string): unknown {
  const json = /```json\n([\s\S]*?)\n```/.exec(text)?.[1];
  if (json === undefined) return null;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}
