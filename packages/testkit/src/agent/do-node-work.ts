import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { artifactContents, logSections } from './artifact-contents.ts';
import {
  appendToSection,
  ensureDocument,
  mentionInSection,
  sectionBody,
  setFrontMatter,
  tickBoxes,
} from './document.ts';
import { type Assignment } from './read-prompt.ts';

/** Where an agent works, and on what. */
export interface Desk {
  readonly assignment: Assignment;
  /** The checkout. */
  readonly cwd: string;
  /** The item's directory, absolute. */
  readonly directory: string;
  /** Repositories for the log's `repos:`. */
  readonly repos: readonly string[];
}

const LOG = 'execution-log.md';
/** Nodes where the work is code, not a document. */
const CODING = new Set(['work', 'implementation']);
const RESULTS = 'Verification results';

/** Writes what the node demands. Answers the files it saw to, relative to the checkout. Done twice, it changes nothing. */
export async function doNodeWork(desk: Desk): Promise<readonly string[]> {
  const { node, produces } = desk.assignment;
  const files: string[] = [];
  for (const slot of produces) files.push(await writeDocument(desk, slot));
  files.push(await writeLog(desk));
  if (CODING.has(node)) files.push(await writeCode(desk));
  return files;
}

async function writeDocument(desk: Desk, slot: string): Promise<string> {
  const { node } = desk.assignment;
  const name = await chosenName(desk.directory, slot.split('|'));
  const path = join(desk.directory, name);
  const contents = artifactContents[name] ?? {
    title: name.replace(/\.md$/, ''),
    sections: { Result: 'Done as asked.' },
  };
  const written = ensureDocument(await readIf(path), {
    ...contents,
    frontMatter: { title: contents.title, status: 'approved' },
  });
  const revised =
    CODING.has(node) || node === 'verification' ? written : revise(written, Object.keys(contents.sections)[0] ?? '');
  await save(path, finish(revised, node));
  return path;
}

/** At the nodes that carry the plan out, boxes are ticked; verification also says what came of it. */
function finish(text: string, node: string): string {
  if (node === 'verification') {
    return mentionInSection(tickBoxes(text), RESULTS, 'All cases passed: 2 of 2, on a clean checkout.');
  }
  return CODING.has(node) ? tickBoxes(text) : text;
}

/** One sentence more for every round of review, so that a text people asked to change is not the same again. */
function revise(text: string, section: string): string {
  const rounds = (sectionBody(text, 'Review comments') ?? '')
    .split('\n')
    .filter((line) => line.startsWith('### ')).length;
  if (rounds === 0) return text;
  return mentionInSection(text, section, `Revision ${rounds}: the remarks of review ${rounds} are worked in.`);
}

async function writeLog(desk: Desk): Promise<string> {
  const { node, pullRequest } = desk.assignment;
  const path = join(desk.directory, LOG);
  const plan = {
    title: 'Execution log',
    frontMatter: { title: 'Execution log' },
    sections: { Summary: 'What was done, node by node.' },
  };
  const where = pullRequest === null ? node : `${node} of pull request ${pullRequest}`;
  const declared = withRepos(ensureDocument(await readIf(path), plan), desk.repos);
  const sections = logSections[node] ?? [];
  await save(
    path,
    sections.reduce(
      (text, title) => mentionInSection(text, title, `- ${where}: done, nothing is left open.`),
      declared,
    ),
  );
  return path;
}

function withRepos(log: string, repos: readonly string[]): string {
  return repos.length === 0 ? log : setFrontMatter(log, 'repos', `[${repos.map((repo) => `"${repo}"`).join(', ')}]`);
}

/** The change itself: one line per entry of the node, in a file of the checkout. */
async function writeCode(desk: Desk): Promise<string> {
  const { id, node, pullRequest } = desk.assignment;
  const name = pullRequest === null ? `${id}.md` : `${id}-pr-${pullRequest}.md`;
  const path = join(desk.cwd, 'changes', name);
  const before = (await readIf(path)) ?? `# ${id}\n\n## Changes\n`;
  const round = await entryOf(desk);
  const line = `- ${node}, round ${round}: the change that was asked for.`;
  await save(path, sectionBody(before, 'Changes')?.includes(line) ? before : appendToSection(before, 'Changes', line));
  return path;
}

/** How often the node was entered, from the item's own state; 1 when it cannot be read here. */
async function entryOf(desk: Desk): Promise<number> {
  const { node, pullRequest, claim } = desk.assignment;
  const repo = claim?.[claim.indexOf('--pr-repo') + 1];
  const loop = claim?.includes('--pr-repo') && repo ? [repo.toLowerCase().replace('/', '__')] : [];
  const inner = pullRequest === null ? [] : ['pr-loops', ...loop, `pr-${pullRequest}`];
  const text = await readIf(join(desk.directory, ...inner, 'graph-state.json'));
  return Math.max(1, countEntries(text, node));
}

function countEntries(text: string | null, node: string): number {
  try {
    const state = JSON.parse(text ?? '{}') as { facts?: readonly { kind?: unknown; node?: unknown }[] };
    return (state.facts ?? []).filter((fact) => fact.kind === 'entered' && fact.node === node).length;
  } catch {
    return 0;
  }
}

async function chosenName(directory: string, names: readonly string[]): Promise<string> {
  for (const name of names) {
    if ((await readIf(join(directory, name))) !== null) return name;
  }
  return names[0] ?? '';
}

async function readIf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
}

async function save(path: string, text: string): Promise<void> {
  if ((await readIf(path)) === text) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
