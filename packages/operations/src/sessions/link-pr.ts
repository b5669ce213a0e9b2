import { type BindOutcome, bindPullRequest, createSessionRecords } from '@the-loop/dispatcher';
import { formatRef } from '@the-loop/graph-core';
import { withMemory } from '../memory.ts';
import { operation } from '../operation.ts';
import { type BindingInput, BindingInputSchema, bindingEnds, bindingParameters, ownRef } from './binding-input.ts';
import { telling } from './telling.ts';

interface Linked {
  readonly item: string;
  readonly pullRequest: string;
  readonly outcome: Exclude<BindOutcome, 'own-ref'>;
}

/** Records that a pull request delivers a work item: what an agent says of one it opened, which nothing on GitHub tells. */
export const sessionsLinkPr = operation<BindingInput, Linked>({
  name: 'sessions.link-pr',
  summary: 'record that a pull request delivers a work item',
  scope: 'claim',
  reach: 'memory',
  parameters: bindingParameters,
  input: BindingInputSchema,
  run(context, input) {
    return withMemory(
      context,
      async (memory) => {
        const { item, pullRequest } = await bindingEnds(memory, input);
        const records = createSessionRecords(memory.store.records);
        const at = new Date(memory.now()).toISOString();
        const outcome = await telling(memory, (emit) => bindPullRequest({ records, emit }, { item, pullRequest, at }));
        if (outcome === 'own-ref') throw ownRef();
        return { item: formatRef(item), pullRequest: formatRef(pullRequest), outcome };
      },
      input,
    );
  },
  text: ({ item, pullRequest, outcome }) => SENTENCES[outcome](pullRequest, item),
  exitCode: ({ outcome }) => (outcome === 'no-session' || outcome === 'closed' ? 1 : 0),
});

const SENTENCES: Readonly<Record<Linked['outcome'], (pullRequest: string, item: string) => string>> = {
  bound: (pullRequest, item) => `recorded ${pullRequest} as delivering ${item}`,
  reopened: (pullRequest, item) => `${pullRequest} delivers ${item} again`,
  known: (pullRequest, item) => `${pullRequest} is recorded as delivering ${item} already`,
  'no-session': (_, item) => `${item} has no session here, so nothing was recorded; start it first`,
  closed: (_, item) => `the session of ${item} has ended, so nothing was recorded; start it first`,
};
