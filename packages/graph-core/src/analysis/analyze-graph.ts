import { ENTERED_DIRECTLY, SKIPPED } from '../graph/check-parts.ts';
import { type Graph, type GraphNode, type HookCatalogue } from '../graph/graph.ts';
import { edgeFor, edgesFrom, reachableFrom } from '../graph/graph-index.ts';
import { type GraphFinding } from './graph-finding.ts';
import { cyclesWithout, shortestWay } from './ways.ts';

/** What the analysis is given beside the graph. */
export interface AnalyzeGraphOptions {
  /** Knows which outcomes a hook can emit; without it outcomes are not judged. */
  readonly hooks?: HookCatalogue | undefined;
}

function stuckFindings(graph: Graph): GraphFinding[] {
  const terminals = new Set(graph.nodes.filter(({ terminal }) => terminal).map(({ id }) => id));
  return graph.nodes
    .filter(({ id }) => ![...reachableFrom(graph, id)].some((reached) => terminals.has(reached)))
    .map(({ id }) => ({
      code: 'no-way-out',
      severity: 'error',
      node: id,
      message: `no way leads from ${id} to a terminal node`,
      way: [],
    }));
}

function bypassFindings(graph: Graph): GraphFinding[] {
  const ends = graph.nodes.filter(({ id, terminal }) => terminal && !ENTERED_DIRECTLY.includes(id));
  const gates = graph.nodes.filter(({ required, terminal }) => required && !terminal);
  return gates.flatMap((gate) =>
    ends.flatMap((end): GraphFinding[] => {
      const way = shortestWay(graph, { from: graph.start, to: end.id, without: new Set([gate.id]) });
      if (way === null) return [];
      const message = `${end.id} can be reached without the required ${gate.id}: ${way.join(' → ')}`;
      return [{ code: 'gate-bypass', severity: 'error', node: gate.id, message, way }];
    }),
  );
}

function cycleFindings(graph: Graph): GraphFinding[] {
  const people = new Set(graph.nodes.filter(({ actor }) => actor === 'human').map(({ id }) => id));
  return cyclesWithout(graph, people).map((way) => ({
    code: 'unbounded-cycle',
    severity: 'warning',
    node: way[0] ?? '',
    message: `nobody is asked on the way ${[...way, way[0]].join(' → ')}: it can go on for ever`,
    way,
  }));
}

function unusedSkips(graph: Graph): GraphFinding[] {
  return graph.nodes
    .filter(({ id, skippable }) => !skippable && edgeFor(graph, id, SKIPPED) !== undefined)
    .map(({ id }) => ({
      code: 'unused-edge',
      severity: 'warning',
      node: id,
      message: `${id} has an edge on skipped and may never be skipped`,
      way: [],
    }));
}

function openGates(graph: Graph): GraphFinding[] {
  return graph.nodes
    .filter(({ actor, terminal, exit }) => actor === 'human' && !terminal && exit.length === 0)
    .map(({ id }) => ({
      code: 'open-gate',
      severity: 'warning',
      node: id,
      message: `${id} is a human gate without an exit chain: everybody passes`,
      way: [],
    }));
}

/** Outcomes the exit chain of a node can pass with: those its hooks declare, else plain `pass`. */
function possibleOutcomes(node: GraphNode, catalogue: HookCatalogue): readonly string[] {
  const declared = node.exit.flatMap(({ hook }) => catalogue.get(hook)?.outcomes ?? []);
  return declared.length === 0 ? ['pass'] : [...new Set(declared)];
}

function outcomeFindings(graph: Graph, node: GraphNode, catalogue: HookCatalogue): GraphFinding[] {
  if (node.terminal || node.exit.some(({ hook }) => !catalogue.has(hook))) return [];
  const possible = possibleOutcomes(node, catalogue);
  const unrouted = possible.filter((outcome) => edgeFor(graph, node.id, outcome) === undefined);
  const unused = edgesFrom(graph, node.id).filter(({ on }) => on !== SKIPPED && !possible.includes(on));
  return [
    ...unrouted.map(
      (outcome): GraphFinding => ({
        code: 'unrouted-outcome',
        severity: 'error',
        node: node.id,
        message: `${node.id} can end with ${JSON.stringify(outcome)}, and no edge carries it`,
        way: [],
      }),
    ),
    ...unused.map(
      ({ on }): GraphFinding => ({
        code: 'unused-edge',
        severity: 'warning',
        node: node.id,
        message: `${node.id} has an edge on ${JSON.stringify(on)}, and no hook of its exit chain ends so`,
        way: [],
      }),
    ),
  ];
}

/**
 * What a valid graph may still do that nobody wants: nodes without a way to the end, ways round a required gate, outcomes no
 * edge carries, loops in which nobody is asked. Empty when nothing was found.
 */
export function analyzeGraph(graph: Graph, options: AnalyzeGraphOptions = {}): GraphFinding[] {
  const { hooks } = options;
  const outcomes = hooks === undefined ? [] : graph.nodes.flatMap((node) => outcomeFindings(graph, node, hooks));
  return [
    ...stuckFindings(graph),
    ...bypassFindings(graph),
    ...outcomes,
    ...cycleFindings(graph),
    ...openGates(graph),
    ...unusedSkips(graph),
  ];
}
