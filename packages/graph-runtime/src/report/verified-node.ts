import { type Fact, type GraphNode, type VerifiedFact } from '@the-loop/graph-core';

/** The latest run of the operator's verification for a node, since the node was last entered; null when there is none. */
export function lastVerification(
  node: GraphNode,
  facts: readonly Fact[],
  command: readonly string[],
): VerifiedFact | null {
  const last = facts.findLast((fact) => (fact.kind === 'entered' || fact.kind === 'verified') && fact.node === node.id);
  if (last?.kind !== 'verified') return null;
  const isConfigured = last.command.length === command.length && last.command.every((part, at) => part === command[at]);
  return isConfigured ? last : null;
}

/** What a run came to, for people. */
export function renderVerification({ command, exitCode, tree, at }: VerifiedFact): string {
  const end = exitCode === null ? 'took too long' : `ended with exit code ${exitCode}`;
  const on = tree === '' ? '' : ` on files ${tree.slice(0, 12)}`;
  return `\`${command.join(' ')}\` ${end} at ${at}${on}`;
}
