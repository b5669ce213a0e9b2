import { formatRef, LoopError, parseRef, type WorkItemRef } from '@the-loop/graph-core';
import { type DispatcherErrorCode } from '../errors.ts';
import { itemConversation } from './conversation-fields.ts';
import { type EffectPorts, type EffectScope } from './effect-scope.ts';
import { graphDelivery } from './graph-delivery.ts';
import { graphTarget } from './graph-target.ts';

/**
 * Gives an item that left its repository a checkout of the one it is in, with its artifacts, and a fresh conversation that
 * is told again what its node demands. The old checkout goes unless it holds work. Nothing happens to any other item.
 */
export async function relocate(ports: EffectPorts, item: WorkItemRef, scope: EffectScope): Promise<void> {
  const { records, workspaces, emit } = ports;
  const session = await records.find(item);
  const left = session?.record.leftCheckout;
  if (session === null || left === undefined || session.record.status === 'closed') return;
  const prepared = await workspaces.prepare({ item, pullRequest: null }, { signal: scope.signal });
  if (prepared.kind !== 'ready') throw noCheckout(item, prepared.error || prepared.reason);
  const old = parseRef(left.item);
  await workspaces.carry({ from: { item: old, cwd: session.record.cwd }, to: { item, cwd: prepared.cwd } });
  const sessionId = ports.newSessionId();
  const changed = await records.change(item, { kind: 'relocate', cwd: prepared.cwd, sessionId });
  if (changed.ok) emit({ event: 'session.relocated', ...itemConversation(changed.value.record), cwd: prepared.cwd });
  await workspaces.remove({ item: old, pullRequest: null, confirmed: false }, { signal: scope.signal });
  await rehome(ports, item, scope);
}

async function rehome({ graph }: EffectPorts, item: WorkItemRef, { event, signal }: EffectScope): Promise<void> {
  const target = graphTarget(item, null);
  if (target !== null) await graph.rehome(target, { ...graphDelivery(event), comments: [] }, { signal });
}

function noCheckout(item: WorkItemRef, why: string): LoopError<DispatcherErrorCode> {
  return new LoopError('DISPATCH_WORKSPACE_FAILED', `no checkout for ${formatRef(item)}: ${why}`, {
    remedy: 'Look at workspace.* in the event log.',
  });
}
