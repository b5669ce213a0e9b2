import { type HookContext, type ItemFiles } from '@the-loop/graph-core';
import { LONGEST_ARTIFACT } from '@the-loop/markdown';
import * as v from 'valibot';

/** One artifact by its accepted names: `requirements.md|bugfix.md`. */
export interface ArtifactSlot {
  readonly names: readonly string[];
}

/** A file of a slot that is there. */
export type PresentFile =
  | { readonly name: string; readonly text: string }
  /** It is there and is not read; `why` says so in a message. */
  | { readonly name: string; readonly text: null; readonly why: string };

const NAME = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._-][A-Za-z0-9._ /-]{0,199}$/;

/** What a graph may write where an artifact is named. */
export const slotSchema = v.pipe(
  v.string(),
  v.check(
    (text) => splitNames(text).every(isArtifactName),
    'names files of the item, separated by |: no empty name, no absolute path, no ..',
  ),
);

/** The accepted names of one entry. */
export function readSlot(entry: string): ArtifactSlot {
  return { names: splitNames(entry) };
}

/** The slots of several entries. */
export function readSlots(entries: readonly (string | undefined)[]): ArtifactSlot[] {
  return entries.flatMap((entry) => (entry === undefined ? [] : [readSlot(entry)]));
}

/** Which files of a slot are there. A file that cannot be read is there. */
export async function presentFiles(files: ItemFiles, slot: ArtifactSlot): Promise<PresentFile[]> {
  const found = await Promise.all(slot.names.map((name) => readPresent(files, name)));
  return found.filter((file) => file !== null);
}

/** A path for messages: relative to the repository. The directory itself for an empty name. */
export function pathOf(context: Pick<HookContext, 'directory'>, name: string): string {
  return name === '' ? context.directory : `${context.directory}/${name}`;
}

/** Whether nobody is going to write any file of the slot. */
export function isPlannedAbsence(slot: ArtifactSlot, skipped: ReadonlySet<string>): boolean {
  return slot.names.every((name) => skipped.has(name));
}

async function readPresent(files: ItemFiles, name: string): Promise<PresentFile | null> {
  let text: string | null;
  try {
    text = await files.read(name);
  } catch {
    // The port throws for a file that is there and is no text: a finding of the hook, not a fault of it.
    return { name, text: null, why: 'it cannot be read as UTF-8 text' };
  }
  if (text === null) return null;
  return text.length > LONGEST_ARTIFACT ? { name, text: null, why: 'it is longer than 1 MiB' } : { name, text };
}

function splitNames(entry: string): string[] {
  return entry.split('|').map((name) => name.trim());
}

function isArtifactName(name: string): boolean {
  return NAME.test(name);
}
