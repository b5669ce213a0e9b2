import { type Fact, type GraphNode, type HookContext, type HookPlace } from '@the-loop/graph-core';
import * as v from 'valibot';
import {
  type ArtifactReading,
  filledBlocks,
  readArtifact,
  sectionsNamed,
} from '../../artifact-content/read-artifact.ts';
import { type ArtifactSlot, presentFiles, readSlots } from '../../artifact-slots/artifact-slot.ts';
import { type Finding } from './check-artifact.ts';
import { type ValidateArtifactsOptions, validateArtifactsOptions } from './options.ts';

const HOOK = 'validate-artifacts';

/** Why an entry cannot be compared with the node it names. */
export function checkDistinctPlace({ distinctFrom }: ValidateArtifactsOptions, place: HookPlace): string[] {
  if (distinctFrom === undefined) return [];
  const named = `distinctFrom: ${JSON.stringify(distinctFrom)}`;
  const hooks = place.exitHooks(distinctFrom);
  if (hooks === null) return [`${named} is no node of this graph`];
  if (!place.isBefore(distinctFrom)) return [`${named} does not come before ${place.node}`];
  return hooks.includes(HOOK) ? [] : [`${named} has no ${HOOK} on its exit, so nothing of it is kept to compare with`];
}

/**
 * Sections of a file that say what they said when the named node was left last, under whichever name of its slot. A node that was
 * not left through its gate left nothing.
 */
export function sameSections(
  { facts, digest }: HookContext,
  { distinctFrom, ...options }: ValidateArtifactsOptions,
  { slot, file }: { readonly slot: ArtifactSlot; readonly file: { readonly name: string; readonly text: string } },
): Finding[] {
  if (distinctFrom === undefined) return [];
  const left = sectionsLeftBy(facts, distinctFrom);
  const now = digestsOf(file, titlesOf(options), digest);
  return titlesOf(options).flatMap((title): Finding[] => {
    const words = now[keyOf(file.name, title)];
    if (words === undefined || slot.names.every((name) => left[keyOf(name, title)] !== words)) return [];
    const text = `the section "${title}" says what it said when ${distinctFrom} was left: this node needs a record of its own`;
    return [{ code: 'VA_SECTION_SAME', text, detail: title }];
  });
}

function sectionsLeftBy(facts: readonly Fact[], node: string): Readonly<Record<string, string>> {
  const kept = facts.flatMap((fact) => (fact.kind === 'exited' && fact.node === node ? [fact.sections ?? {}] : []));
  return kept.findLast((sections) => Object.keys(sections).length > 0) ?? {};
}

/** Digests of the sections that gates of later nodes will compare with how they are now. */
export async function sectionsForLater({ graph, node, files, digest }: HookContext): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { produces, options } of graph.nodes.flatMap((later) => entriesThatName(later, node.id))) {
    const slots = readSlots([...produces, options.validates]);
    const present = (await Promise.all(slots.map((slot) => presentFiles(files, slot)))).flat();
    for (const file of present)
      if (file.text !== null) Object.assign(digests, digestsOf(file, titlesOf(options), digest));
  }
  return digests;
}

function entriesThatName(later: GraphNode, node: string) {
  return later.exit.flatMap(({ hook, with: params }) => {
    if (hook !== HOOK || params['distinctFrom'] !== node) return [];
    const parsed = v.safeParse(validateArtifactsOptions, params);
    return parsed.success ? [{ produces: later.produces, options: parsed.output }] : [];
  });
}

function titlesOf({ sections }: Pick<ValidateArtifactsOptions, 'sections'>): string[] {
  return sections.map((entry) => (typeof entry === 'string' ? entry : entry.title));
}

function digestsOf(
  { name, text }: { readonly name: string; readonly text: string },
  titles: readonly string[],
  digest: (text: string) => string,
): Record<string, string> {
  const reading = readArtifact(text);
  return Object.fromEntries(
    titles.flatMap((title) => {
      const words = wordsOf(reading, title);
      return words === '' ? [] : [[keyOf(name, title), digest(words)]];
    }),
  );
}

/** What a section says, however it is spaced and ticked; empty where it says nothing. */
function wordsOf(reading: ArtifactReading, title: string): string {
  const blocks = filledBlocks(reading, sectionsNamed(reading, title), false);
  return blocks
    .map(({ text }) =>
      text
        .replace(/\[[ xX]\]/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .join('\n');
}

function keyOf(file: string, title: string): string {
  return `${file}#${title}`;
}
