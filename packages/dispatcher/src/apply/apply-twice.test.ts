import { parseRef } from '@the-loop/graph-core';
import { route } from '@the-loop/router';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decide } from '../decide/decide.ts';
import { type Effect } from '../decide/effect.ts';
import { readSnapshot } from '../intake/read-snapshot.ts';
import { type EffectResult } from '../records/applied-record.ts';
import { comment, issue, pullRequest, type Sent } from '../testing/deliveries.ts';
import { createWorld, play, portsOf, type World } from '../testing/world.ts';
import { applyEffect } from './apply-effect.ts';
import { type EffectScope } from './effect-scope.ts';
import { putReplies } from './put-replies.ts';

const TICKET = { repository: 'acme/app', number: 12 };
const FOREIGN = { repository: 'octo/infra', number: 7, pullRequest: 'Closes acme/app#12' };

const MAKERS: readonly (() => Sent)[] = [
  () => comment(TICKET, 'the-loop start'),
  () => comment(TICKET, 'the-loop pause'),
  () => comment(TICKET, 'the-loop resume'),
  () => comment(TICKET, 'the-loop stop'),
  () => comment(TICKET, 'the-loop cleanup'),
  () => comment(TICKET, 'the-loop execute'),
  () => comment(TICKET, 'the-loop status'),
  () => comment(TICKET, 'lgtm'),
  () => comment(TICKET, 'hello'),
  () => issue(TICKET, 'closed'),
  () => issue(TICKET, 'closed', 'mallory'),
  () => pullRequest(FOREIGN, 'opened'),
  () => comment(FOREIGN, 'hello'),
  () => pullRequest(FOREIGN, 'closed', { merged: true }),
];

it('applying a decision twice changes nothing more than applying it once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: MAKERS.length - 1 }), { maxLength: 6 }),
      fc.nat({ max: MAKERS.length - 1 }),
      async (before, last) => {
        const sent = before.map((index) => made(index));
        const event = made(last);
        const once = await worldAfter(sent, { event, times: 1 });
        const twice = await worldAfter(sent, { event, times: 2 });
        expect(twice).toEqual(once);
      },
    ),
    { numRuns: 150 },
  );
});

function made(index: number): Sent {
  const make = MAKERS[index];
  if (make === undefined) throw new Error('no such act');
  return make();
}

async function worldAfter(before: readonly Sent[], { event, times }: { readonly event: Sent; readonly times: number }) {
  const world = createWorld();
  await play(world, ...before);
  const ports = portsOf(world);
  const routing = route({ deliveryId: 'the-one', event: event.event, payload: event.payload }, world.settings.route);
  if (routing.kind === 'dropped') return contents(world);
  const signal = new AbortController().signal;
  const verification = { event: routing.event, missing: [], asked: {}, moved: {} };
  const snapshot = await readSnapshot(ports, { verification, duplicate: null, settings: world.settings, signal });
  const decision = decide(routing.event, snapshot);
  const scope: EffectScope = {
    event: routing.event,
    receivedAt: '2026-01-01T00:00:00.000Z',
    earlier: [],
    lastAttempt: false,
    settings: world.settings,
    signal,
  };
  const earlier: { effect: Effect; result: EffectResult }[] = [];
  for (const effect of decision.effects) {
    let result: EffectResult | null = null;
    for (let time = 0; time < times; time += 1) result = await applyEffect(ports, effect, { ...scope, earlier });
    if (result !== null) earlier.push({ effect, result });
  }
  for (let time = 0; time < times; time += 1) await putReplies(ports, decision.replies, scope);
  return contents(world);
}

async function contents(world: World) {
  const { records, turns, outbox } = world.store;
  return {
    sessions: (await records.list('session')).map(({ value }) => stable(value)),
    control: (await records.list('control')).map(({ value }) => value),
    owners: (await records.list('owner')).map(({ value }) => value),
    turns: (await turns.list({ limit: 100 })).map(({ key, prompt }) => [
      key.replace(/^delivery-\d+/, 'd'),
      stable(prompt).length,
    ]),
    writes: (await outbox.list({ limit: 100 })).map(({ kind, payload }) => [kind, stable(payload)]),
    loops: [...world.graph.loops].map(([name, loop]) => [name, loop.node, loop.used.length, loop.merged]),
    checkouts: [...world.checkouts],
    known: await portsOf(world)
      .records.find(parseRef('github:acme/app#12'))
      .then((found) => found?.record.status),
  };
}

function stable(payload: unknown): string {
  return JSON.stringify(payload).replace(/delivery-\d+/g, 'd');
}
