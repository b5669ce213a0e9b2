import { type GraphDelivery } from '@the-loop/dispatcher';
import { type LoopAddress, type WorkItemRef } from '@the-loop/graph-core';
import { contextBlock, openLoop, type VerbContext } from '@the-loop/graph-runtime';
import { type InteractionMode, renderTurnPrompt, type SpawnPrompt } from '@the-loop/sessions';

/** The delivery that led to an assignment, as far as a prompt tells of it. */
export type Trigger = Pick<GraphDelivery, 'deliveryId' | 'event' | 'action' | 'repository' | 'excerpt'>;

/** What an assignment's prompt is made from. */
export interface AgentPromptInput {
  readonly verbs: VerbContext;
  readonly address: LoopAddress;
  /** The conversation: the item, or one of its pull requests. */
  readonly endpoint: WorkItemRef;
  readonly assignment: string;
  readonly interaction: InteractionMode;
  /** Null for an assignment that follows from a claim. */
  readonly trigger: Trigger | null;
}

/** The prompt that carries what a node demands, and the event that led to it as untrusted material. */
export async function agentPrompt(input: AgentPromptInput): Promise<string> {
  const { verbs, address, endpoint, assignment, interaction, trigger } = input;
  const { graph, view } = await openLoop(verbs, { address });
  const context = contextBlock({ graph, view, address });
  const base = { workItem: endpoint, interaction, context, assignment };
  if (trigger === null) return renderTurnPrompt({ kind: 'assignment', ...base });
  return renderTurnPrompt({ kind: 'spawn', ...base, trigger: promptTrigger(trigger) });
}

function promptTrigger({ deliveryId, event, action, repository, excerpt }: Trigger): SpawnPrompt['trigger'] {
  const [owner = '', repo = ''] = repository.split('/');
  return { deliveryId, event, action, excerpt, repository: { owner, repo } };
}
