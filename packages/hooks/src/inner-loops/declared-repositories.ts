import { type ItemFiles, repoStateKey } from '@the-loop/graph-core';
import { readFrontMatter } from '@the-loop/markdown';

/** The repositories an item contributes to, as its execution log declares them. */
export type Declaration =
  | { readonly kind: 'declared'; readonly repositories: readonly { readonly name: string; readonly key: string }[] }
  | { readonly kind: 'malformed'; readonly text: string };

/** Where `repos:` stands. */
export const DECLARING_FILE = 'execution-log.md';

/** Reads `repos:`. Absent means none; anything but a list of repositories is malformed and never ignored. */
export async function readDeclaration(files: ItemFiles): Promise<Declaration> {
  let text: string | null;
  try {
    text = await files.read(DECLARING_FILE);
  } catch {
    // It is there and is no text, so it may declare anything.
    return { kind: 'malformed', text: 'it cannot be read as UTF-8 text' };
  }
  if (text === null) return { kind: 'declared', repositories: [] };
  const { data, malformed } = readFrontMatter(text);
  if (malformed) return { kind: 'malformed', text: 'its front matter cannot be read' };
  const { repos } = data;
  if (repos === undefined || repos === null) return { kind: 'declared', repositories: [] };
  if (!Array.isArray(repos)) return { kind: 'malformed', text: '`repos` must be a list of <owner>/<repo>' };
  return readRepositories(repos.filter((entry) => entry !== null && entry !== ''));
}

function readRepositories(entries: readonly unknown[]): Declaration {
  const repositories: { name: string; key: string }[] = [];
  for (const [index, entry] of entries.entries()) {
    const key = keyOf(entry);
    if (key === null) return { kind: 'malformed', text: `entry ${index + 1} of \`repos\` is not <owner>/<repo>` };
    repositories.push({ name: String(entry).trim(), key });
  }
  return { kind: 'declared', repositories };
}

/** The key of a repository, or `null` when it is refused. */
export function keyOf(repository: unknown): string | null {
  if (typeof repository !== 'string') return null;
  try {
    return repoStateKey(repository);
  } catch {
    return null;
  }
}
