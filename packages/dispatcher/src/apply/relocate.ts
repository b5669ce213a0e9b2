import { formatRef, LoopError, parseRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type KnownSession } from '../decide/snapshot.ts';
import { type DispatcherErrorCode } from '../errors.ts';
import { itemConversation } from './conversation-fields.ts';
import { type EffectPorts, type EffectScope } from './effect-scope.ts';
import { graphDelivery } from './graph-delivery.ts';
import { graphTarget } from './graph-target.ts';

/**
 * Gives an item that left its repository a checkout of the one it is in, with its artifacts, and a fresh conversation that
 * is told again what its node demands. The old checkout goes unless it holds work. Nothing happens to any other item. After
 * a fault it goes on where it was: what was left is forgotten last.
 */
export async function relocate(ports: EffectPorts, item: WorkItemRef, scope: EffectScope): Promise<void> {
  const session = await ports.records.find(item);
  const left = session?.record.leftCheckout;
  if (session === null || left === undefined || session.record.status === 'closed') return;
  const old = parseRef(left.item);
  const there = sameRef(old, item) ? session.record : await changeCheckout(ports, { session, old }, scope);
  await rehome(ports, item, scope);
  const { cwd, sessionId } = there;
  await ports.records.change(item, { kind: 'relocate', cwd, sessionId });
}

interface Leaving {
  readonly session: KnownSession;
  /** The item as it was called when its checkout was made. */
  readonly old: WorkItemRef;
}

/** The old checkout is in use by nobody: an item that moves has no turn, and waits. */
async function changeCheckout(
  { records, workspaces, emit, newSessionId }: EffectPorts,
  { session: { item, record }, old }: Leaving,
  { signal }: EffectScope,
): Promise<{ readonly cwd: string; readonly sessionId: string }> {
  const prepared = await workspaces.prepare({ item, pullRequest: null }, { signal });
  if (prepared.kind !== 'ready') throw noCheckout(item, prepared.error || prepared.reason);
  const { cwd } = prepared;
  await workspaces.carry({ from: { item: old, cwd: record.cwd }, to: { item, cwd } });
  await workspaces.remove({ item: old, pullRequest: null, confirmed: false }, { signal });
  const sessionId = newSessionId();
  const changed = await records.change(item, { kind: 'relocate', cwd, sessionId });
  if (changed.ok) emit({ event: 'session.relocated', ...itemConversation(changed.value.record), cwd });
  return { cwd, sessionId };
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
