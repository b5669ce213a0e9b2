import { createSessionRecords, type UnbindOutcome, unbindPullRequest } from '@the-loop/dispatcher';
import { formatRef } from '@the-loop/graph-core';
import { refuseAgent } from '../address.ts';
import { withMemory } from '../memory.ts';
import { operation } from '../operation.ts';
import { type BindingInput, BindingInputSchema, bindingEnds, bindingParameters, ownRef } from './binding-input.ts';
import { telling } from './telling.ts';

interface Unlinked {
  readonly item: string;
  readonly pullRequest: string;
  readonly outcome: Exclude<UnbindOutcome['kind'], 'own-ref'>;
  /** The pull request's own checkout, which stays; empty when it had none. */
  readonly checkout: string;
}

/** Takes a binding back that was recorded by mistake. */
export const sessionsUnlinkPr = operation<BindingInput, Unlinked>({
  name: 'sessions.unlink-pr',
  summary: 'record that a pull request does not deliver a work item after all',
  scope: 'operate',
  reach: 'memory',
  parameters: bindingParameters,
  input: BindingInputSchema,
  run(context, input) {
    refuseAgent(context, 'unlink a pull request');
    return withMemory(context, async (memory) => {
      const { item, pullRequest } = await bindingEnds(memory, input);
      const records = createSessionRecords(memory.store.records);
      const ended = await telling(memory, (emit) => unbindPullRequest({ records, emit }, { item, pullRequest }));
      if (ended.kind === 'own-ref') throw ownRef();
      const checkout = ended.kind === 'unbound' ? ended.checkout : '';
      return { item: formatRef(item), pullRequest: formatRef(pullRequest), outcome: ended.kind, checkout };
    });
  },
  text: ({ item, pullRequest, outcome, checkout }) => {
    if (outcome === 'no-session') return `${item} has no session here`;
    if (outcome === 'not-bound') return `${pullRequest} was not recorded as delivering ${item}`;
    const kept = checkout === '' ? '' : `; its checkout stays: ${checkout}`;
    return `${pullRequest} no longer counts as delivering ${item}${kept}`;
  },
  exitCode: ({ outcome }) => (outcome === 'unbound' ? 0 : 1),
});
