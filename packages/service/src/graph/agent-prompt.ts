import { type LoopAddress, type WorkItemRef } from '@the-loop/graph-core';
import { contextBlock, openLoop, type VerbContext } from '@the-loop/graph-runtime';
import { type InteractionMode, renderTurnPrompt } from '@the-loop/sessions';

/** What an assignment's prompt is made from. */
export interface AgentPromptInput {
  readonly verbs: VerbContext;
  readonly address: LoopAddress;
  /** The conversation: the item, or one of its pull requests. */
  readonly endpoint: WorkItemRef;
  readonly assignment: string;
  readonly interaction: InteractionMode;
}

/** The prompt that carries what a node demands. */
export async function agentPrompt({
  verbs,
  address,
  endpoint,
  assignment,
  interaction,
}: AgentPromptInput): Promise<string> {
  const { graph, view } = await openLoop(verbs, { address });
  const context = contextBlock({ graph, view, address });
  return renderTurnPrompt({ kind: 'assignment', workItem: endpoint, interaction, context, assignment });
}
