import { formatRef, parseRef, refKey } from '@the-loop/graph-core';
import { type Command, type RouteContext, route } from '@the-loop/router';
import { changeSession, type SessionInput, type SessionMode, type SessionRecord } from '@the-loop/sessions';
import { describe, expect, it } from 'vitest';
import vectors from '../../vectors/decisions.json' with { type: 'json' };
import { binding, record } from '../testing/session-fixtures.ts';
import { decide } from './decide.ts';
import { type Decision } from './decision.ts';
import { type Effect } from './effect.ts';
import { reasonClass } from './reasons.ts';
import { type Snapshot } from './snapshot.ts';
import { refsToVerify } from './weak-refs.ts';

interface CaseConfig {
  readonly authorizedUsers?: readonly string[];
  readonly events?: readonly string[];
  readonly spawnOnUnmatched?: Snapshot['policy']['spawn'];
  readonly control?: { readonly requireStartCommand?: boolean };
  readonly sessionPerPr?: SessionMode;
}

interface Case {
  readonly id: string;
  readonly input: {
    readonly config?: CaseConfig;
    readonly snapshot: {
      readonly sessions?: readonly {
        readonly ref: string;
        readonly status?: SessionRecord['status'];
        readonly recent?: readonly string[];
        readonly prs?: readonly {
          readonly ref: string;
          readonly live?: boolean;
          readonly status?: 'active' | 'closed';
        }[];
      }[];
      readonly control?: Readonly<Record<string, Command>>;
      readonly frozen?: Readonly<Record<string, { readonly sessionPerPr: unknown }>>;
      readonly missing?: readonly string[];
      readonly workspace?: boolean;
    };
    readonly events: readonly { readonly event: string; readonly payload: unknown; readonly deliveryId: string }[];
  };
  readonly expected: {
    readonly events: readonly ExpectedEvent[];
    readonly after?: {
      readonly sessions: readonly (readonly [string, string])[];
      readonly control: Readonly<Record<string, string>>;
    };
  };
}

interface ExpectedEvent {
  readonly effects: readonly (readonly string[])[];
  readonly dropped?: string;
  readonly rejected?: string;
  readonly ambiguous?: boolean;
  readonly asked?: readonly string[];
  readonly kept?: boolean;
}

interface World {
  readonly sessions: Map<string, SessionRecord>;
  readonly control: Map<string, Command>;
  readonly seen: Set<string>;
}

const cases = vectors.cases as unknown as readonly Case[];

describe('conformance of decisions', () => {
  it('holds every case', () => {
    expect(cases).toHaveLength(67);
  });

  it.each(cases.map((each) => [each.id, each] as const))('%s', (_id, { input, expected }) => {
    const world = worldOf(input.snapshot);
    for (const [index, delivery] of input.events.entries()) {
      const wanted = expected.events[index];
      if (wanted === undefined) throw new Error('a delivery without an expectation');
      judge(step(world, input, delivery), wanted);
    }
    if (expected.after) expect(after(world)).toEqual(normalAfter(expected.after));
  });
});

interface Outcome {
  readonly effects: readonly (readonly string[])[];
  readonly dropped?: string;
  readonly rejected?: string;
  readonly ambiguous?: true;
  readonly asked: readonly string[];
  readonly kept: boolean;
}

function judge(outcome: Outcome, wanted: ExpectedEvent): void {
  expect(sorted(outcome.effects)).toEqual(sorted(wanted.effects));
  expect(outcome.rejected).toBe(wanted.rejected);
  expect(outcome.ambiguous).toBe(wanted.ambiguous);
  if (wanted.dropped === 'any') expect(outcome.dropped).toEqual(expect.any(String));
  else if (wanted.dropped !== undefined || wanted.effects.length > 0) expect(outcome.dropped).toBe(wanted.dropped);
  if (wanted.asked) expect(outcome.asked.map(lower)).toEqual(wanted.asked.map(lower));
  if (wanted.kept !== undefined) expect(outcome.kept).toBe(wanted.kept);
}

function step(world: World, input: Case['input'], delivery: Case['input']['events'][number]): Outcome {
  const routing = route(delivery, routeContext(input.config ?? {}));
  if (routing.kind === 'dropped') return { effects: [], dropped: routing.reason, asked: [], kept: true };
  const { event } = routing;
  const snapshot = snapshotOf(world, input, delivery.deliveryId);
  const owning = snapshot.sessions.filter((session) => event.links.some((link) => ownsRef(session.record, link.ref)));
  const asked = snapshot.duplicate === null ? refsToVerify(event, owning).map(formatRef) : [];
  const decision = decide(event, snapshot);
  world.seen.add(delivery.deliveryId);
  for (const effect of decision.effects) apply(world, effect);
  return { ...classified(decision, event.command.kind), asked, kept: decision.settle !== 'retry' };
}

function ownsRef(owner: SessionRecord, ref: ReturnType<typeof parseRef>): boolean {
  return [owner.ref, ...owner.bindings.map((each) => each.ref)].some((text) => refKey(parseRef(text)) === refKey(ref));
}

function classified(
  decision: Decision,
  command: string,
): Pick<Outcome, 'effects' | 'dropped' | 'rejected' | 'ambiguous'> {
  const effects = decision.effects.map(asTuple);
  const { reason } = decision;
  if (reason === 'ambiguous-command') return { effects, ambiguous: true };
  if (reasonClass(reason) === 'acts') return { effects };
  return command === 'command' ? { effects, rejected: reason } : { effects, dropped: reason };
}

function asTuple(effect: Effect): readonly string[] {
  if (effect.kind === 'deliver') return [effect.kind, effect.endpoint];
  if (effect.kind === 'drop-ref') return [effect.kind, effect.ref];
  if (effect.kind === 'bind') return [effect.kind, effect.item, effect.pullRequest];
  if (effect.kind === 'record-control') return [effect.kind, effect.item, effect.command];
  return [effect.kind, 'pullRequest' in effect ? effect.pullRequest : effect.item];
}

function worldOf({ sessions = [], control = {} }: Case['input']['snapshot']): World {
  return {
    sessions: new Map(sessions.map((each) => [keyOf(each.ref), recordOf(each)])),
    control: new Map(Object.entries(control).map(([ref, command]) => [keyOf(ref), command])),
    seen: new Set(),
  };
}

function recordOf(given: NonNullable<Case['input']['snapshot']['sessions']>[number]): SessionRecord {
  return record(given.ref, {
    status: given.status ?? 'active',
    recentDeliveries: given.recent ?? [],
    bindings: (given.prs ?? []).map((pr) =>
      binding(pr.ref, { sessionId: pr.live ? 'live' : '', status: pr.status ?? 'active' }),
    ),
  });
}

function snapshotOf(world: World, { config = {}, snapshot }: Case['input'], deliveryId: string): Snapshot {
  return {
    sessions: [...world.sessions.values()].map((each) => ({ item: parseRef(each.ref), record: each })),
    control: Object.fromEntries(world.control),
    frozen: Object.fromEntries(Object.entries(snapshot.frozen ?? {}).map(([ref, frozen]) => [keyOf(ref), frozen])),
    missing: (snapshot.missing ?? []).map(keyOf),
    progress: {},
    closer: 'person',
    duplicate: world.seen.has(deliveryId) ? 'delivery' : null,
    workspace: snapshot.workspace ?? false,
    policy: {
      spawn: config.spawnOnUnmatched ?? 'labeled',
      controlEnabled: true,
      requireStart: config.control?.requireStartCommand ?? true,
      sessionPerPr: config.sessionPerPr ?? 'cross-repository',
    },
  };
}

function routeContext({ authorizedUsers = ['alice', 'bob'], events = [] }: CaseConfig): RouteContext {
  return {
    authorizedUsers,
    ownLogins: [],
    sharedIdentityAccepted: false,
    label: 'the-loop: auto-execute',
    control: {},
    enabledEvents: events,
    hosts: [],
  };
}

/** What an effect leaves behind, without the world. */
function apply(world: World, effect: Effect): void {
  if (effect.kind === 'drop-ref') return;
  const key = keyOf(effect.item);
  if (effect.kind === 'record-control') world.control.set(key, effect.command);
  if (effect.kind === 'close' && effect.forget) world.control.delete(key);
  if (effect.kind === 'cleanup') world.sessions.delete(key);
  const input = inputOf(effect);
  const changed = input === null ? null : changeSession(world.sessions.get(key) ?? null, input);
  if (changed?.ok) world.sessions.set(key, changed.value.record);
}

function inputOf(effect: Effect): SessionInput | null {
  const at = '2026-01-01T00:00:00Z';
  const started = { agent: 'scripted', sessionId: 'fresh', cwd: '/checkout' };
  if (effect.kind === 'spawn') return { kind: 'start', ref: parseRef(effect.item), at, ...started };
  if (effect.kind === 'bind') return { kind: 'bind', pullRequest: parseRef(effect.pullRequest), at };
  if (effect.kind === 'close-endpoint') return { kind: 'close-endpoint', pullRequest: parseRef(effect.pullRequest) };
  if (effect.kind === 'spawn-endpoint') {
    return { kind: 'open-endpoint', pullRequest: parseRef(effect.pullRequest), ...started };
  }
  return effect.kind === 'pause' || effect.kind === 'resume' || effect.kind === 'close' ? { kind: effect.kind } : null;
}

function after(world: World) {
  return {
    sessions: sorted([...world.sessions].map(([key, { status }]) => [key, status])),
    control: Object.fromEntries(world.control),
  };
}

function normalAfter(given: NonNullable<Case['expected']['after']>) {
  return {
    sessions: sorted(given.sessions.map(([ref, status]) => [keyOf(ref), status])),
    control: Object.fromEntries(Object.entries(given.control).map(([ref, command]) => [keyOf(ref), command])),
  };
}

function keyOf(ref: string): string {
  return refKey(parseRef(ref));
}

function sorted(tuples: readonly (readonly string[])[]): string[] {
  return tuples.map((tuple) => lower(tuple.join(' '))).sort();
}

function lower(text: string): string {
  return text.toLowerCase();
}
