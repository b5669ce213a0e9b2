import { type EnteredFact, gateSubjects, type HookContext } from '@the-loop/graph-core';
import { normalizeArtifact } from '@the-loop/markdown';

/** Digests of files by name. */
export type Digests = Readonly<Record<string, string>>;

/** What a human gate asks about, as it was when the gate was entered. */
export function enteredSubjects({ facts, node }: HookContext): Digests {
  const entered = facts.findLast((fact): fact is EnteredFact => fact.kind === 'entered');
  return entered?.node === node.id ? entered.subjects : {};
}

/** Subjects whose content is not what was asked about: changed, gone, or not readable. */
export async function changedSubjects(context: HookContext, asked: Digests): Promise<string[]> {
  const names = Object.keys(asked);
  const current = await digestsOf(context, names);
  return names.filter((name) => current[name] !== asked[name]);
}

/** What a human gate asks about now: every file its nodes wrote, where it is there. */
export function currentSubjects(context: HookContext): Promise<Digests> {
  const skipped = new Set(Object.keys(context.state.skips));
  return digestsOf(context, gateSubjects(context.graph, context.node.id, skipped));
}

async function digestsOf({ files, digest }: HookContext, names: readonly string[]): Promise<Digests> {
  const entries = await Promise.all(
    names.map(async (name): Promise<[string, string][]> => {
      let text: string | null;
      try {
        text = await files.read(name);
      } catch {
        // There, and no text: it has no digest, so it equals none.
        return [];
      }
      return text === null ? [] : [[name, digest(normalizeArtifact(text))]];
    }),
  );
  return Object.fromEntries(entries.flat());
}
