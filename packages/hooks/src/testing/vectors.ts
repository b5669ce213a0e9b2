import { readFileSync } from 'node:fs';

/** One case of the conformance data. */
export interface Vector<Input, Expected> {
  readonly id: string;
  readonly input: Input;
  readonly expected: Expected;
}

/** The cases of an area. */
export function readVectors<Input, Expected>(area: string): readonly Vector<Input, Expected>[] {
  const text = readFileSync(new URL(`../../vectors/${area}.json`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly cases: readonly Vector<Input, Expected>[] }).cases;
}
