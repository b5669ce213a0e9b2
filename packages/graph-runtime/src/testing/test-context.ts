import { type LoopEvent } from '@the-loop/events';
import { type HookRegistry, type HookSettings } from '@the-loop/graph-core';
import { type ItemStore } from '../items/item-store.ts';
import { type VerbContext } from '../verbs/verb-context.ts';
import { createRecordingPerformer, type RecordingPerformer } from './recording-performer.ts';

/** Settings of a repository at acme/app with two people who may answer. */
export const testSettings: HookSettings = {
  authorizedUsers: ['alice', 'bob'],
  ownLogins: ['the-loop-bot'],
  sharedIdentityAccepted: false,
  phaseLabelPrefix: 'loop:',
  executeKeyword: 'the-loop execute',
  sessionPerPr: 'cross-repository',
  originRepo: 'acme/app',
  repoInitialized: true,
  verifyCommand: [],
  notifications: {},
  minApprovals: 1,
};

/** A context whose clock advances a second with every reading, with everything it recorded. */
export interface TestContext extends VerbContext {
  readonly performer: RecordingPerformer;
  readonly events: LoopEvent[];
}

/** A context over a store and hooks, for tests. */
export function createTestContext(
  store: ItemStore,
  hooks: HookRegistry,
  settings: Partial<HookSettings> = {},
): TestContext {
  const events: LoopEvent[] = [];
  let seconds = Date.parse('2026-01-01T00:00:00Z') / 1000;
  return {
    store,
    hooks,
    settings: { ...testSettings, ...settings },
    performer: createRecordingPerformer(),
    events,
    emit: (event) => events.push(event),
    now() {
      seconds += 1;
      return new Date(seconds * 1000).toISOString();
    },
    principal: { login: 'operator' },
  };
}
