import { type GithubDelivery } from '@the-loop/integrations-github';

/** A delivery that never got through, by its first attempt. */
export interface MissingDelivery {
  /** The attempt to repeat. */
  readonly id: string;
  readonly guid: string;
  /** ISO 8601, of the first attempt. */
  readonly deliveredAt: string;
  /** It was tried too often: nobody asks for it again. */
  readonly givenUp: boolean;
}

/** Attempts after which nobody asks for a delivery again. */
const MAX_ATTEMPTS = 5;

/**
 * The deliveries of a log, in any order, that no attempt brought through; oldest first. Attempts without the first one
 * belong to a delivery that was looked after before.
 */
export function missingDeliveries(log: readonly GithubDelivery[]): readonly MissingDelivery[] {
  const attempts = new Map<string, GithubDelivery[]>();
  for (const each of log) attempts.set(each.guid, [...(attempts.get(each.guid) ?? []), each]);
  return [...attempts.values()]
    .filter((tries) => tries.every((each) => each.event !== 'ping' && !wasTaken(each)))
    .filter((tries) => tries.some(({ redelivery }) => !redelivery))
    .map((tries) => tries.toSorted((one, other) => Date.parse(one.deliveredAt) - Date.parse(other.deliveredAt)))
    .flatMap((tries) => {
      const first = tries[0];
      if (first === undefined) return [];
      const { id, guid, deliveredAt } = first;
      return [{ id, guid, deliveredAt, givenUp: tries.length >= MAX_ATTEMPTS }];
    })
    .toSorted((one, other) => Date.parse(one.deliveredAt) - Date.parse(other.deliveredAt));
}

/** Anything but a 2xx means that it was not stored: it is stored before it is answered. */
function wasTaken({ statusCode }: GithubDelivery): boolean {
  return statusCode >= 200 && statusCode < 300;
}
