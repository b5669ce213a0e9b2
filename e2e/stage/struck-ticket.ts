import { type Stage } from '../../apps/cli/src/demo/stage.ts';
import { type FaultBehaviour, type FaultMatch } from '../../packages/testkit/src/index.ts';

/** How events call the three ways to write. */
export type WriteKind = 'comment' | 'label' | 'reaction';
export type Counts = Readonly<Record<WriteKind, number>>;

/** A ticket on which the first writes of each kind fail. */
export interface StruckTicket {
  readonly title: string;
  readonly item: string;
  /** Requests that were struck so far. */
  readonly struck: Counts;
  /** A person says something; the sign on it is struck while signs are to be. */
  say(body: string): void;
  /** Resolves when so many writes of that kind were seen to their end, whichever. */
  ended(kind: WriteKind, times: number): Promise<void>;
  /** Writes that were given up. */
  given(): Counts;
}

export interface Strike {
  readonly title: string;
  /** What befalls a write, one after another with each further try. */
  readonly faults: readonly (() => FaultBehaviour)[];
  /** How many writes of each kind. */
  readonly first: Counts;
}

const ENDS = ['outbox.performed', 'outbox.adopted', 'outbox.dead'];

/** A new ticket of alice's. */
export function openStruckTicket(stage: Stage, { title, faults, first }: Strike): StruckTicket {
  const { github } = stage.world;
  const { place: item, nodeId, number } = github.createIssue({ as: 'alice', repo: 'acme/app', title });
  const struck = { comment: 0, label: 0, reaction: 0 };
  const strike = (kind: WriteKind, match: FaultMatch, times: number): void => {
    for (const fault of faults) {
      const behaviour = () => {
        struck[kind] += 1;
        return fault();
      };
      github.fail({ match, behaviour, times, firstTries: true });
    }
  };
  strike('comment', { operation: 'add-comment', path: `/repos/acme/app/issues/${number}/comments` }, first.comment);
  strike('label', { operation: 'swap-labels', body: `"${nodeId}"` }, first.label);
  const count = (kind: WriteKind, names: readonly string[]): number => {
    const ours = stage.feed.events.filter((event) => event['work_item'] === `github~acme~app~${number}`);
    return ours.filter((event) => event['kind'] === kind && names.includes(event.event)).length;
  };
  let said = 0;
  return {
    title,
    item,
    struck,
    say: (body) => {
      const comment = github.comment({ as: 'alice', on: item, body });
      said += 1;
      if (said <= first.reaction) strike('reaction', { operation: 'add-reaction', body: `"${comment.nodeId}"` }, 1);
    },
    ended: (kind, times) =>
      stage.feed.waitUntil(() => count(kind, ENDS) >= times, `${title}: ${kind} ${times} coming to its end`),
    given: () => {
      const dead = (kind: WriteKind) => count(kind, ['outbox.dead']);
      return { comment: dead('comment'), label: dead('label'), reaction: dead('reaction') };
    },
  };
}
