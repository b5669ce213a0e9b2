import { type ChainOutcome } from './chain-outcome.ts';
import { isBuiltIn } from './hook-result.ts';

/** Digests of sections, by `file#title`, that gates of a chain read because a later one compares with them. */
export function keptSections(chain: ChainOutcome): Readonly<Record<string, string>> {
  const read = chain.results.filter(({ hook }) => isBuiltIn(hook)).map(({ result }) => result.data?.['sections']);
  const entries = read.flatMap((sections) =>
    typeof sections === 'object' && sections !== null ? Object.entries(sections) : [],
  );
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
