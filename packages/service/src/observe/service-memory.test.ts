import { existsSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openCheckout } from '../checkout/open-checkout.ts';
import { type TheLoop } from '../create-the-loop.ts';
import { createStage, type Stage } from '../testing/running-service.ts';
import { withStoredMemory } from './stored-memory.ts';

let stage: Stage;
let theLoop: TheLoop;
let agentToken: string;

const post = (route: string, body: unknown, token?: string) =>
  stage.ask(theLoop, `/api/v1/${route}`, { body, ...(token === undefined ? {} : { token }) });

/** What the operator is answered. */
interface Told {
  readonly text: string;
  readonly result: {
    readonly counts: object;
    readonly deliveries: readonly { readonly guid: string; readonly reason: string }[];
    readonly turns: readonly object[];
  };
}
const told = async (route: string, body: object): Promise<Told> => (await post(route, body)).body as unknown as Told;

const stored = <Answer>(use: Parameters<typeof withStoredMemory<Answer>>[1], stateRoot = stage.stateRoot) =>
  withStoredMemory(
    {
      stateRoot,
      config: stage.options.config,
      now: Date.now,
      verbsIn: (folder) =>
        openCheckout({
          repo: folder,
          operator: stage.options.config,
          environment: {},
          principal: { login: 'tester' },
          secret: () => '',
          typedFacts: `${folder}/typed-facts`,
          emit: () => undefined,
        }),
    },
    use,
  );

/** One driven item whose agent is at work. */
beforeAll(async () => {
  stage = await createStage('lasting');
  theLoop = await stage.start();
  const { place } = stage.github.createIssue({ as: 'alice', repo: 'acme/app', title: 'Dark mode' });
  stage.github.comment({ as: 'alice', on: place, body: 'the-loop do — add a dark mode' });
  await vi.waitFor(() => expect(existsSync(stage.tokenFile) && readFileSync(stage.tokenFile, 'utf8')).toBeTruthy(), {
    timeout: 20_000,
    interval: 25,
  });
  agentToken = readFileSync(stage.tokenFile, 'utf8');
  stage.github.comment({ as: 'alice', on: place, body: 'the-loop status' });
  const patience = { timeout: 15_000, interval: 50 };
  await vi.waitFor(
    async () => expect((await told('outbox/list', { status: 'done' })).text).toContain('#issuecomment-'),
    patience,
  );
}, 40_000);
afterAll(() => stage.close());

describe('over HTTP, for an agent', () => {
  it.each([
    ['why', { item: 'issue-1' }],
    ['explain', { id: '1' }],
    ['replay', { since: '1d' }],
    ['deliveries/list', {}],
    ['deliveries/show', { id: '1', body: true }],
    ['deliveries/retry', { id: '1' }],
    ['deliveries/drop', { id: '1' }],
    ['outbox/list', {}],
    ['outbox/flush', {}],
    ['outbox/retry', { all: true }],
    ['record/export', { item: 'issue-1' }],
  ])('A19: %s is refused', async (route, input) => {
    expect(await post(route, input, agentToken)).toMatchObject({
      status: 403,
      body: { error: { code: 'SERVICE_FORBIDDEN' } },
    });
  });
});

describe('over HTTP, for the operator', () => {
  beforeAll(async () => {
    rmSync(stage.tokenFile);
    await vi.waitFor(async () => expect((await told('why', { item: 'issue-1' })).result.turns).toEqual([]), {
      timeout: 15_000,
      interval: 50,
    });
  });

  it('an item is explained from the service itself', async () => {
    const { status, body } = await post('why', { item: 'acme/app#1' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      exitCode: 0,
      result: { session: 'active', standing: { node: 'work', actor: 'agent' } },
    });
    const { text } = await told('why', { item: 'acme/app#1' });
    expect(text).toContain('who can act: alice: a comment on the ticket reaches the agent');
  });

  it('a dropped delivery is decided anew at once', async () => {
    const [dropped] = (await told('deliveries/list', { status: 'dropped', limit: 1 })).result.deliveries;
    expect((await told('deliveries/retry', { id: dropped?.guid })).result).toMatchObject({ when: 'now' });
    await vi.waitFor(
      async () =>
        expect((await told('deliveries/show', { id: dropped?.guid })).result).toMatchObject({
          status: 'dropped',
          reason: dropped?.reason,
        }),
      { timeout: 5000, interval: 25 },
    );
  });

  it('a flush waits for the writes', async () => {
    expect((await post('outbox/flush', {})).body).toMatchObject({ exitCode: 0, result: { tried: true, waiting: 0 } });
  });

  it('no file of the machine is read or written', async () => {
    const asked: readonly (readonly [string, object])[] = [
      ['replay', { file: '/etc/hostname' }],
      ['replay', { since: '1d', export: `${stage.folder}/stolen` }],
      ['graph/lint', { loop: '/etc/hostname' }],
      ['record/export', { item: 'issue-1', file: `${stage.folder}/stolen` }],
      ['record/import', { item: 'acme/app#9', file: '/etc/hostname' }],
    ];
    for (const [route, input] of asked) {
      expect(await post(route, input)).toMatchObject({ status: 400, body: { error: { code: 'OPERATION_NO_FILES' } } });
    }
    expect(existsSync(`${stage.folder}/stolen`)).toBe(false);
  });
});

describe('without a service', () => {
  it('is read from what it stored: its deliveries, its login as GitHub named it, and its own copy of the facts', async () => {
    await stored(async (memory) => {
      expect(memory?.service).toBeNull();
      expect(await memory?.store.inbox.list({ limit: 1 })).toHaveLength(1);
      expect((await memory?.settings())?.route).toMatchObject({
        authorizedUsers: ['alice'],
        ownLogins: ['the-loop[bot]'],
      });
      const item = { provider: 'github', host: 'github.com', owner: 'acme', repo: 'app', number: 1 };
      const verbs = await memory?.verbsOf(item);
      expect(verbs?.store.confirms).toBe(true);
      expect(await memory?.verbsOf({ ...item, number: 2 })).toBeNull();
    });
  });

  it('is nothing where none has run', async () => {
    expect(await stored((memory) => Promise.resolve(memory), `${stage.folder}/elsewhere`)).toBeNull();
    expect(existsSync(`${stage.folder}/elsewhere`)).toBe(false);
  });
});
