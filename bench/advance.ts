import { edgeFor, findNode, type Graph } from '@the-loop/graph-core';
import { loadLoop } from '@the-loop/graph-runtime';
import { walkLoop } from './fixtures/walk-loop.ts';
import { best, type Row, shown } from './measure.ts';

const WALKS = 20;
const ROUNDS = 100;

/** The least a walk can do: look up each node and the edge that leads on, and note both. */
function plainWalk(graph: Graph): number {
  const log: string[] = [];
  let at = graph.start;
  for (let steps = 0; ; steps += 1) {
    if (findNode(graph, at)?.terminal === true) return steps;
    const edges = graph.edges.filter(({ from }) => from === at);
    const on = ['pass', 'approved', 'selected', 'captured', 'done'].find((name) =>
      edges.some((edge) => edge.on === name),
    );
    const next = edgeFor(graph, at, on ?? '');
    if (next === undefined) throw new Error(`the walk stops at ${at}`);
    log.push(`${at} ${on ?? ''}`);
    at = next.to;
  }
}

/** How many nodes a second does a pure walk pass, from a fresh state to the end? */
export async function advanceBench(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const name of ['pdlc-work-item-loop', 'pdlc-pr-loop']) {
    const graph = await loadLoop(name);
    const { steps } = walkLoop(graph);
    const perSecond = (time: number, walked: number) => (walked * WALKS * 1000) / time;
    const walk = await best(ROUNDS, () => {
      for (let index = 0; index < WALKS; index += 1) walkLoop(graph);
    });
    const floor = await best(ROUNDS, () => {
      for (let index = 0; index < WALKS; index += 1) plainWalk(graph);
    });
    const [ours, theirs] = [perSecond(walk, steps), perSecond(floor, plainWalk(graph))];
    rows.push({
      what: `${name}, ${steps} nodes`,
      measured: `${shown(ours)} nodes/s`,
      beside: `${shown(theirs)} nodes/s for a loop over the plain graph (${shown(theirs / ours)}×)`,
      budget: '≥ 20,000 nodes/s',
    });
  }
  return rows;
}
