import { findNode, type LoopAddress, LoopError } from '@the-loop/graph-core';
import { type CheckReport, openLoop, status, type VerbContext } from '@the-loop/graph-runtime';

/** Where a loop of an item is, and what holds it there. */
export interface Standing {
  readonly loop: string;
  readonly node: string;
  readonly actor: 'agent' | 'human' | 'code';
  readonly started: boolean;
  readonly terminal: boolean;
  /** ISO 8601, UTC; empty before the first entry. */
  readonly since: string;
  /** What keeps the pointer where it is, in the words of the gate; empty when nothing does. */
  readonly unmet: readonly string[];
  readonly warnings: readonly string[];
  readonly pendingWrites: number;
}

/** The loop at `address`; the fault's words where its state cannot be read. */
export async function readStanding(
  verbs: VerbContext,
  address: LoopAddress,
): Promise<Standing | { readonly unreadable: string }> {
  try {
    const report = await status(verbs, { address });
    const { graph, view } = await openLoop(verbs, { address });
    const node = findNode(graph, report.currentNode);
    return {
      loop: report.loop,
      node: report.currentNode,
      actor: node?.actor ?? 'code',
      started: report.started,
      terminal: node?.terminal ?? false,
      since: Object.hasOwn(view.nodes, report.currentNode) ? (view.nodes[report.currentNode]?.enteredAt ?? '') : '',
      unmet: unmetOf(report),
      warnings: report.warnings,
      pendingWrites: report.pendingWrites,
    };
  } catch (error) {
    // A state that cannot be read is itself the answer to why nothing moves.
    if (error instanceof LoopError) return { unreadable: [error.message, error.remedy].filter(Boolean).join(' — ') };
    throw error;
  }
}

function unmetOf({ nodes, reached, currentNode }: CheckReport): readonly string[] {
  const open = nodes.filter(
    ({ node, status: verdict }) => reached.includes(node) && (verdict === 'wait' || verdict === 'block'),
  );
  return open.flatMap(({ node, messages, status: verdict }) => {
    const words = messages.length === 0 ? [verdict === 'wait' ? 'it waits' : 'it is blocked'] : messages;
    return words.map((text) => (node === currentNode ? text : `${node}: ${text}`));
  });
}
