import { type HookContext } from '@the-loop/graph-core';
import { type ContextParts, hookContext } from './hook-context.ts';
import { readVectors, type Vector } from './vectors.ts';

/** Input of the document gates. */
export interface ArtifactInput {
  readonly fn: string;
  readonly text?: string;
  readonly options?: object;
  readonly files?: Readonly<Record<string, string | { readonly $hex: string }>>;
  readonly produces?: readonly string[];
  readonly params?: Readonly<Record<string, unknown>>;
  readonly optional?: boolean;
  readonly skippedArtifacts?: readonly string[];
  readonly originRepo?: string;
}

/** The cases of one function. */
export function artifactVectors<Expected>(fn: string): readonly Vector<ArtifactInput, Expected>[] {
  return readVectors<ArtifactInput, Expected>('artifacts').filter(({ input }) => input.fn === fn);
}

/** A context with the files of a case. None of the byte sequences in the cases is UTF-8 text. */
export function artifactContext(input: ArtifactInput, parts: ContextParts = {}): HookContext {
  const files = Object.entries(input.files ?? {}).map(([name, text]): [string, string | null] => [
    name,
    typeof text === 'string' ? text : null,
  ]);
  return hookContext({
    files: Object.fromEntries(files),
    params: input.params ?? {},
    node: { produces: input.produces ?? [], optional: input.optional ?? false },
    skippedArtifacts: new Set(input.skippedArtifacts ?? []),
    ...parts,
  });
}
