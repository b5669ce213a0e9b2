import path from 'node:path';
import { defaultHarnessConfig, type HarnessConfig, loadHarnessConfig, type OperatorConfig } from '@the-loop/config';
import { type SessionRecords } from '@the-loop/dispatcher';
import { type Emit } from '@the-loop/events';
import {
  formatRef,
  type LoopAddress,
  LoopError,
  type Principal,
  type RemoteReader,
  safeParseRef,
  specIdFor,
  type WorkItemRef,
} from '@the-loop/graph-core';
import { createCommandRunner, type EffectPerformer, type VerbContext } from '@the-loop/graph-runtime';
import { bindingOf } from '@the-loop/sessions';
import { type Records, type Store } from '@the-loop/store';
import { agentPrompt, type Trigger } from '../graph/agent-prompt.ts';
import { createEffectPerformer } from '../graph/effect-performer.ts';
import { createTellHarness } from '../items/harness-warnings.ts';
import { itemVerbs } from '../items/item-verbs.ts';
import { pullRequestOf } from '../items/pull-request-of.ts';
import { type TellPeople } from './notify.ts';

/** Everything the verbs of any item need of the service. */
export interface ItemAccessOptions {
  /** The operator's decisions as they count now. */
  readonly config: () => OperatorConfig;
  readonly store: Store;
  readonly sessions: SessionRecords;
  readonly remote: RemoteReader;
  readonly ownLogins: () => readonly string[];
  readonly emit: Emit;
  readonly now: () => number;
  readonly nudge: { turns(): void; outbox(): void };
  readonly notify: TellPeople;
  /** For the operator's verification command; no credentials. */
  readonly commandEnvironment: (item: WorkItemRef) => Readonly<Record<string, string>>;
}

/** What verbs are wanted for. */
export interface Occasion {
  /** The delivery that prompts of assignments tell of. */
  readonly trigger?: Trigger | undefined;
  /** Gives up what a verb waits for, such as a verification. */
  readonly signal?: AbortSignal | undefined;
}

/** The items that this service drives. */
export interface ItemAccess {
  /** The verbs of an item; null without a checkout of it. */
  readonly verbsOf: (item: WorkItemRef, by: Principal, occasion?: Occasion) => Promise<VerbContext | null>;
  /** Absolute directory of an item's artifacts; null without a checkout. */
  readonly directoryOf: (item: WorkItemRef) => Promise<string | null>;
  /** What the item's repository says about itself; the defaults without a checkout. Throws `CONFIG_*`. */
  harnessOf(item: WorkItemRef): Promise<HarnessConfig>;
  /** Items that have a session that was not forgotten. */
  readonly items: () => Promise<readonly WorkItemRef[]>;
}

export function createItemAccess(options: ItemAccessOptions): ItemAccess {
  const tellHarness = createTellHarness(options.emit);
  const verbsOf: ItemAccess['verbsOf'] = async (item, by, { trigger, signal } = {}) => {
    const session = await options.sessions.find(item);
    if (session === null || session.record.cwd === '') return null;
    const { cwd } = session.record;
    return itemVerbs({
      item,
      cwd,
      operator: options.config(),
      ownLogins: options.ownLogins(),
      records: options.store.records,
      performer: performerFor(options, {
        item,
        trigger: trigger ?? null,
        verbs: () => demand(verbsOf(item, by), item),
      }),
      remote: options.remote,
      command: createCommandRunner({
        cwd,
        cwdOf: (address) => checkoutOf(options.sessions, item, address),
        env: options.commandEnvironment(item),
        ...(signal === undefined ? {} : { signal }),
      }),
      ...(signal === undefined ? {} : { signal }),
      emit: options.emit,
      tellHarness,
      now: options.now,
      principal: by,
    });
  };
  return {
    verbsOf,
    async directoryOf(item) {
      const id = specIdFor(item);
      const verbs = id === null ? null : await verbsOf(item, { login: 'the-loop' });
      const session = await options.sessions.find(item);
      return verbs === null || id === null || session === null
        ? null
        : path.join(session.record.cwd, verbs.store.directory(id));
    },
    async harnessOf(item) {
      const cwd = (await options.sessions.find(item))?.record.cwd ?? '';
      return cwd === '' ? defaultHarnessConfig : (await loadHarnessConfig(cwd)).config;
    },
    items: () => items(options.store.records),
  };
}

async function demand(verbs: Promise<VerbContext | null>, item: WorkItemRef): Promise<VerbContext> {
  const found = await verbs;
  if (found !== null) return found;
  throw noCheckout(item);
}

function noCheckout(item: WorkItemRef): LoopError {
  return new LoopError('SERVICE_ITEM_UNKNOWN', `${item.owner}/${item.repo}#${item.number} has no checkout here`, {
    remedy: 'see the-loop status',
  });
}

interface PerformerParts {
  readonly item: WorkItemRef;
  readonly trigger: Trigger | null;
  readonly verbs: () => Promise<VerbContext>;
}

function performerFor(options: ItemAccessOptions, { item, trigger, verbs }: PerformerParts): EffectPerformer {
  return createEffectPerformer({
    item,
    outbox: options.store.outbox,
    turns: options.store.turns,
    endpointOf: (address) => endpointOf(options.sessions, item, address),
    promptFor: async (address, endpoint, assignment) =>
      agentPrompt({ verbs: await verbs(), address, endpoint, assignment, interaction: 'work-item', trigger }),
    notify: (effect) => options.notify(formatRef(item), effect),
    now: options.now,
    nudge: options.nudge,
  });
}

/** A pull request's own conversation once it has one, else the item's; null when the session ended. */
async function endpointOf(
  sessions: SessionRecords,
  item: WorkItemRef,
  address: LoopAddress,
): Promise<WorkItemRef | null> {
  const session = await sessions.find(item);
  if (session === null || session.record.status === 'closed') return null;
  const pullRequest = pullRequestOf(item, address);
  if (pullRequest === null) return item;
  const binding = bindingOf(session.record, pullRequest);
  return binding !== undefined && binding.status === 'active' && binding.sessionId !== '' ? pullRequest : item;
}

/** The checkout of a loop's pull request where it has one of its own, else the item's. Throws `SERVICE_ITEM_UNKNOWN`. */
export async function checkoutOf(sessions: SessionRecords, item: WorkItemRef, address: LoopAddress): Promise<string> {
  const session = await sessions.find(item);
  if (session === null) throw noCheckout(item);
  const pullRequest = pullRequestOf(item, address);
  const own = pullRequest === null ? undefined : bindingOf(session.record, pullRequest)?.cwd;
  return own === undefined || own === '' ? session.record.cwd : own;
}

async function items(records: Records): Promise<readonly WorkItemRef[]> {
  const found = await records.list('session');
  return found.flatMap(({ value }) => {
    const text = (value as { readonly ref?: unknown } | null)?.ref;
    const ref = safeParseRef(typeof text === 'string' ? text : '');
    return ref.ok ? [ref.value] : [];
  });
}
