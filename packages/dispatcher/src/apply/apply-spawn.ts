import { formatRef, LoopError, parseRef, type WorkItemRef } from '@the-loop/graph-core';
import { type SessionRecord } from '@the-loop/sessions';
import { type DispatcherErrorCode } from '../errors.ts';
import { type GraphOutcome } from '../ports.ts';
import { touch } from './apply-deliver.ts';
import { itemConversation } from './conversation-fields.ts';
import { deliveryFields } from './delivery-fields.ts';
import { type Apply, done, type EffectPorts, type EffectScope } from './effect-scope.ts';
import { graphDelivery } from './graph-delivery.ts';
import { graphTarget } from './graph-target.ts';
import { putTurn } from './put-turn.ts';

/**
 * Checkout, record, graph, then the first prompt. The prompt is left to the graph when entering it handed the session
 * an assignment, and where the loop begins with people there is nothing yet for an agent to do.
 */
export const applySpawn: Apply<'spawn'> = async (ports, effect, scope) => {
  const item = parseRef(effect.item);
  const cwd = await prepare(ports, item, scope);
  const record = await register(ports, { item, cwd }, scope);
  const started = await start(ports, { item, command: effect.command }, scope);
  if (!started.assigned && !started.human) await putTurn(ports, { item, endpoint: item, kind: 'spawn' }, scope);
  await touch(ports, { item, endpoint: item }, scope);
  if (record !== null) {
    const { event } = scope;
    ports.emit({
      event: 'session.spawned',
      ...itemConversation(record),
      ...deliveryFields(event),
      action: event.action,
      cwd,
    });
  }
  return done('spawned');
};

async function prepare({ workspaces, emit }: EffectPorts, item: WorkItemRef, scope: EffectScope): Promise<string> {
  const prepared = await workspaces.prepare({ item, pullRequest: null }, { signal: scope.signal });
  if (prepared.kind === 'ready') return prepared.cwd;
  const work_item = formatRef(item);
  emit({ event: 'session.spawn_failed', work_item, error: prepared.error, will_retry: !scope.lastAttempt });
  throw new LoopError<DispatcherErrorCode>(
    'DISPATCH_WORKSPACE_FAILED',
    `no checkout for ${work_item}: ${prepared.error || prepared.reason}`,
    { remedy: 'Look at workspace.* in the event log.' },
  );
}

/** Null when the session is live already: a repeated spawn changes nothing. */
async function register(
  ports: EffectPorts,
  { item, cwd }: { readonly item: WorkItemRef; readonly cwd: string },
  { receivedAt, settings }: EffectScope,
): Promise<SessionRecord | null> {
  const changed = await ports.records.change(item, {
    kind: 'start',
    ref: item,
    at: receivedAt,
    agent: settings.agent,
    sessionId: ports.newSessionId(),
    cwd,
  });
  if (!changed.ok) return null;
  ports.emit({ event: 'session.registered', ...itemConversation(changed.value.record), cwd });
  return changed.value.record;
}

async function start(
  { graph }: EffectPorts,
  { item, command }: { readonly item: WorkItemRef; readonly command: Parameters<typeof applySpawn>[1]['command'] },
  { event, signal }: EffectScope,
): Promise<Pick<GraphOutcome, 'assigned' | 'human'>> {
  const target = graphTarget(item, null);
  if (target === null) return { assigned: false, human: false };
  return graph.start(target, { ...graphDelivery(event), command }, { signal });
}
