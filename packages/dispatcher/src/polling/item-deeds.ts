import { type GithubItem, type GithubItemEvent } from '@the-loop/integrations-github';
import { type Cycle, isUntold } from './cycle.ts';

/** Who did what to items; asked for all of them at once, by the first that wants to know. */
export interface ItemDeeds {
  /** Oldest first. Null where nobody is asked, and where GitHub does not tell. Throws what GitHub throws. */
  of(number: number): Promise<readonly GithubItemEvent[] | null>;
}

/** The deeds of these items, which the list of items does not have. */
export function createItemDeeds(
  cycle: Pick<Cycle, 'ports' | 'repository' | 'signal'>,
  items: readonly GithubItem[],
): ItemDeeds {
  const numbers = items.map(({ ref }) => ref.number);
  let reading: ReturnType<typeof readDeeds> | null = null;
  return {
    of: async (number) => {
      if (!numbers.includes(number)) return null;
      reading ??= readDeeds(cycle, numbers);
      return (await reading)?.get(number) ?? null;
    },
  };
}

async function readDeeds(
  { ports, repository, signal }: Pick<Cycle, 'ports' | 'repository' | 'signal'>,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, readonly GithubItemEvent[]> | null> {
  try {
    return await ports.github.listItemEvents(repository, numbers, { signal });
  } catch (fault) {
    if (isUntold(fault)) return null;
    throw fault;
  }
}
