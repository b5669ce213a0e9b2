import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadOperatorConfig, type OperatorConfig } from '@the-loop/config';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type TheLoop } from '../create-the-loop.ts';
import { createStage, type Stage } from '../testing/running-service.ts';

let stage: Stage;
let theLoop: TheLoop;
let file: string;
beforeEach(async () => {
  stage = await createStage();
  file = path.join(stage.folder, 'config.yaml');
  write(stage.options.config);
  const load = () =>
    loadOperatorConfig({ path: file, explicit: true }, { stateRoot: stage.stateRoot, home: '/home/me' });
  theLoop = await stage.start({ ...stage.options, configFile: { path: file, load } });
  await vi.waitFor(async () => expect(await events('config.loaded')).toHaveLength(1), WAIT);
});
afterEach(() => stage.close());

const WAIT = { timeout: 10_000, interval: 100 };

/** As an editor does it: the whole file, under its name at once. JSON is YAML. */
function write(config: OperatorConfig | string): void {
  writeFileSync(`${file}.new`, typeof config === 'string' ? config : JSON.stringify(config));
  renameSync(`${file}.new`, file);
}

async function events(name: string): Promise<readonly object[]> {
  const { body } = await stage.ask(theLoop, '/api/v1/events?limit=500');
  return body.events.filter(({ event }) => event === name);
}

function authorize(...authorizedUsers: string[]): OperatorConfig {
  const { config } = stage.options;
  return { ...config, routing: { ...config.routing, authorizedUsers } };
}

/** Reasons for which comments of somebody were dropped. */
async function droppedOf(actor: string): Promise<readonly unknown[]> {
  return (await events('routing.dropped')).filter((event) => 'actor' in event && event.actor === actor);
}

it('takes a right away from the next comment on, and gives one', async () => {
  write(authorize('bob'));
  await vi.waitFor(
    async () => expect(await events('config.reloaded')).toMatchObject([{ detail: 'routing.authorizedUsers' }]),
    WAIT,
  );
  const { place } = stage.github.createIssue({ as: 'alice', repo: 'acme/app', title: 'A ticket' });
  stage.github.comment({ as: 'alice', on: place, body: 'the-loop start' });
  await vi.waitFor(
    async () =>
      expect(await droppedOf('alice')).toContainEqual(expect.objectContaining({ reason: 'unauthorized-actor' })),
    WAIT,
  );
  stage.github.comment({ as: 'bob', on: place, body: 'the-loop start' });
  await vi.waitFor(
    async () => expect(await events('control.command')).toMatchObject([{ actor: 'bob', command: 'start' }]),
    WAIT,
  );
});

it('goes on with what it read last while the file cannot be used, and says what is wrong with it once', async () => {
  write('routing: {authorizedUsers: [bob]\n');
  await vi.waitFor(
    async () => expect(await events('config.problem')).toMatchObject([{ level: 'error', path: file, line: 2 }]),
    WAIT,
  );
  rmSync(file);
  await vi.waitFor(async () => expect(await events('config.problem')).toHaveLength(2), WAIT);
  expect(await events('config.reloaded')).toEqual([]);
  write(authorize('alice', 'bob'));
  await vi.waitFor(async () => expect(await events('config.reloaded')).toHaveLength(1), WAIT);
});

it('names what counts from the next start only, and a configuration without an agent is none', async () => {
  const { config } = stage.options;
  write({ ...config, service: { ...config.service, port: 4115 } });
  await vi.waitFor(
    async () =>
      expect(await events('config.problem')).toMatchObject([
        { level: 'warning', problem: expect.stringMatching(/^service\.port .*the-loop restart$/) },
      ]),
    WAIT,
  );
  write({ ...config, sessions: { ...config.sessions, agent: '' } });
  await vi.waitFor(async () => expect(await events('config.problem')).toHaveLength(2), WAIT);
  expect(await events('config.reloaded')).toEqual([]);
});
