import { type FeedEvent } from '../event-feed.ts';

interface Way {
  readonly title: string;
  readonly nodes: readonly string[];
  readonly skipped: number;
  readonly merged: boolean;
}

/** One row per loop: how many nodes it walked, how many were skipped, and its way from the first to its end. */
export function wayRows({ events }: { readonly events: readonly FeedEvent[] }): string[][] {
  const ways = new Map<string, Way>();
  for (const event of events) {
    const name = String(event['pull_request'] ?? event['work_item']).replace('github:', '');
    const before = ways.get(name);
    const after = step(before ?? { title: name, nodes: [], skipped: 0, merged: false }, event);
    if (after !== null) ways.set(name, after);
  }
  return [...ways.values()].map(({ title, nodes, skipped, merged }) => [
    title,
    String(nodes.length),
    String(skipped),
    [nodes[0] ?? '', '…', nodes.at(-1) ?? '', ...(merged ? ['→ merged'] : [])].join(' '),
  ]);
}

/** Null for an event that is no step of a loop. */
function step(way: Way, event: FeedEvent): Way | null {
  switch (event.event) {
    case 'graph.started':
      return { ...way, nodes: [...way.nodes, String(event['node'])] };
    case 'graph.advanced':
      return { ...way, nodes: [...way.nodes, String(event['to'])] };
    case 'graph.node_skipped':
      return { ...way, skipped: way.skipped + 1 };
    case 'graph.merged':
      return { ...way, merged: true };
    default:
      return null;
  }
}
