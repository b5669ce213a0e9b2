import { type HookPlace } from './graph.ts';
import { walkFrom } from './graph-index.ts';
import { type Sketch } from './sketch.ts';

/** Where an entry of `node` stands. */
export function hookPlace({ start, nodes, edges }: Sketch, node: string): HookPlace {
  const next = (id: string): string[] => edges.flatMap(({ from, to }) => (from === id && to !== null ? [to] : []));
  const first = start ?? nodes[0]?.id ?? '';
  return {
    node,
    exitHooks: (id) => {
      const found = nodes.find((candidate) => candidate.id === id);
      return found?.hooks.filter(({ boundary }) => boundary === 'exit').map(({ hook }) => hook) ?? null;
    },
    isBefore: (id) => {
      const without = walkFrom(first, (at) => (at === node ? [] : next(at)));
      return id !== node && without.has(id) && walkFrom(id, next).has(node);
    },
  };
}
