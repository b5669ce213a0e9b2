import pc from 'picocolors';
import { table } from '../render/table.ts';
import { type Played } from './act.ts';
import { type Screen } from './narrator.ts';
import { reasonRows } from './summary/reason-rows.ts';
import { wayRows } from './summary/way-rows.ts';
import { mostWritesAtOneBoundary } from './summary/writes-at-boundaries.ts';

/** What the stories came to: items with the nodes they walked, writes to GitHub, what changed nothing, time. */
export function summary(
  played: readonly Played[],
  seconds: number,
  { isTerminal }: Pick<Screen, 'isTerminal'>,
): string {
  const { bold, dim } = pc.createColors(isTerminal);
  const headed = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
    const [first = '', rule = '', ...lines] = table(header, rows).split('\n');
    return [bold(first), dim(rule), ...lines].join('\n');
  };
  const times = played.flatMap((act) => act.times.map(({ name, seconds: took }) => `${name} ${took.toFixed(1)} s`));
  return [
    headed(['Item', 'Nodes', 'Skipped', 'Way'], played.flatMap(wayRows)),
    headed(['Written to GitHub', 'Count'], writeRows(played)),
    headed(['Changed nothing', 'Count', 'Because'], reasonRows(played)),
    `${bold(`${seconds.toFixed(1)} s in all:`)} ${times.join(', ')}`,
  ].join('\n\n');
}

const WRITES: Readonly<Record<string, string>> = {
  'add-comment': 'comments',
  'swap-labels': 'phase labels set',
  'create-label': 'labels created, once per repository',
  'add-reaction': 'reactions',
};

function writeRows(played: readonly Played[]): string[][] {
  const counts = new Map<string, number>();
  for (const write of played.flatMap(({ writes }) => writes)) {
    const name = WRITES[write] ?? write;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rows = [...counts].sort((left, right) => right[1] - left[1]).map(([name, count]) => [name, String(count)]);
  const most = Math.max(0, ...played.map(({ events }) => mostWritesAtOneBoundary(events)));
  return [...rows, ['most at one boundary, reactions apart', String(most)]];
}
