import { type ItemFiles } from '@the-loop/graph-core';
import { readFrontMatter } from '@the-loop/markdown';
import { presentFiles } from '../artifact-slots/artifact-slot.ts';

/** What an item's documents say about the item as a whole. */
export interface WorkItemTraits {
  readonly tags: readonly string[];
  /** 1 to 6; 3 when nothing sound is stated. */
  readonly riskTier: number;
}

const DOCUMENTS = ['requirements.md', 'bugfix.md', 'design.md'];
const DEFAULT_TIER = 3;
const HIGHEST_TIER = 6;

/** Reads tags and risk tier from the front matter of the first of requirements, bug fix and design that is there. */
export async function readWorkItemTraits(files: ItemFiles): Promise<WorkItemTraits> {
  for (const name of DOCUMENTS) {
    const [file] = await presentFiles(files, { names: [name] });
    if (file !== undefined) return traitsOf(readFrontMatter(file.text ?? '').data);
  }
  return { tags: [], riskTier: DEFAULT_TIER };
}

function traitsOf({ tags, riskTier }: Record<string, unknown>): WorkItemTraits {
  const tier = typeof riskTier === 'string' && /^\d$/.test(riskTier) ? Number(riskTier) : riskTier;
  const sound = typeof tier === 'number' && Number.isInteger(tier) && tier >= 1 && tier <= HIGHEST_TIER;
  return {
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    riskTier: sound ? tier : DEFAULT_TIER,
  };
}
