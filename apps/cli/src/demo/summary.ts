import { table } from '../render/table.ts';
import { type Stage } from './stage.ts';

/** What the story came to: items with the nodes they walked, writes to GitHub, what changed nothing, time. */
export function summary({ feed, world }: Stage, seconds: number): string {
  const { events } = feed;
  const loops = new Map<string, string[]>();
  for (const event of events) {
    const entered =
      event.event === 'graph.started' ? event['node'] : event.event === 'graph.advanced' ? event['to'] : undefined;
    if (entered === undefined) continue;
    const name = String(event['pull_request'] ?? event['work_item']).replace('github:', '');
    loops.set(name, [...(loops.get(name) ?? []), String(entered)]);
  }
  const items = [...loops].map(([name, nodes]) => [
    name,
    String(nodes.length),
    `${nodes[0] ?? ''} … ${nodes.at(-1) ?? ''}`,
  ]);
  const drops = counted(events.filter(({ event }) => event.endsWith('.dropped')).map(({ reason }) => String(reason)));
  const duplicates = events.filter(({ event }) => event === 'inbox.duplicate').length;
  const writes = counted(
    world.github
      .writes()
      .filter(({ status }) => status < 300)
      .map(({ operation }) => String(operation)),
  );
  return [
    table(['Item', 'Nodes', 'Way'], items),
    '',
    table(['Writes to GitHub', 'Count'], writes),
    '',
    table(['Changed nothing because', 'Count'], [['duplicate delivery', String(duplicates)], ...drops]),
    '',
    `the story took ${seconds.toFixed(1)} s`,
  ].join('\n');
}

function counted(names: readonly string[]): string[][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((left, right) => right[1] - left[1]).map(([name, count]) => [name, String(count)]);
}
