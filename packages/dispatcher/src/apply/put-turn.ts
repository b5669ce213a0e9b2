import { formatRef, refKey, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { renderTurnPrompt, type TurnPrompt } from '@the-loop/sessions';
import { type GraphTarget } from '../ports.ts';
import { type EffectPorts, type EffectScope } from './effect-scope.ts';
import { graphTarget } from './graph-target.ts';

/** Whose conversation is told of the event, and how. */
export interface TurnRequest {
  readonly item: WorkItemRef;
  /** The item itself, or one of its pull requests. */
  readonly endpoint: WorkItemRef;
  readonly kind: 'event' | 'spawn';
}

/**
 * Stores the prompt that tells a conversation of the event: once per delivery and conversation, however often it is
 * asked for.
 */
export async function putTurn(ports: EffectPorts, request: TurnRequest, scope: EffectScope): Promise<void> {
  const endpoint = refKey(request.endpoint);
  const context = await contextOf(ports, graphTarget(request.item, request.endpoint), scope.signal);
  await ports.turns.put([
    {
      key: `${scope.event.deliveryId}/${endpoint}`,
      endpoint,
      lane: refKey(request.item),
      kind: request.kind === 'spawn' ? 'assignment' : 'event',
      prompt: renderTurnPrompt(promptOf(request, scope, context)),
      createdAt: ports.clock.now(),
    },
  ]);
}

/** Where the loop stands, for the prompt's own block; a prompt without it is better than none. */
async function contextOf(
  { graph, emit }: EffectPorts,
  target: GraphTarget | null,
  signal: AbortSignal,
): Promise<string> {
  if (target === null) return '';
  try {
    return (await graph.context(target, { signal })).lines.join('\n');
  } catch {
    emit({ event: 'graph.link_failed', work_item: formatRef(target.item), action: 'context', error: 'not readable' });
    return '';
  }
}

function promptOf(request: TurnRequest, { event, settings }: EffectScope, context: string): TurnPrompt {
  const base = { workItem: request.endpoint, interaction: settings.interaction, context };
  const trigger = triggerOf(event);
  if (request.kind === 'spawn') return { kind: 'spawn', ...base, assignment: '', trigger };
  return { kind: 'event', ...base, ...trigger };
}

function triggerOf(event: RoutedEvent) {
  const [owner = '', repo = ''] = event.repository.split('/');
  return {
    event: event.event,
    action: event.action,
    repository: { owner, repo },
    deliveryId: event.deliveryId,
    excerpt: event.excerpt,
  };
}
