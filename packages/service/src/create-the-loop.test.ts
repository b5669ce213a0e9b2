import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStage, type Stage } from './testing/running-service.ts';
import { type TheLoopOptions } from './the-loop-options.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

/** The fault with which a start is refused: one line that says what, and one that says what to do. */
async function refusal(options: TheLoopOptions): Promise<LoopError> {
  const error = await stage.start(options).then(
    () => new Error('it started'),
    (fault: unknown) => fault,
  );
  if (!(error instanceof LoopError)) throw error;
  expect(error.message).toMatch(/^[^\n]{10,200}$/);
  expect(error.remedy).toMatch(/^[^\n]{10,200}$/);
  return error;
}

function without(name: string): TheLoopOptions {
  return { ...stage.options, environment: { ...stage.options.environment, [name]: undefined } };
}

function unsigned(host: string): TheLoopOptions {
  const { config } = stage.options;
  const { service, webhooks } = config;
  return {
    ...without('THE_LOOP_WEBHOOK_SECRET'),
    config: { ...config, service: { ...service, host }, webhooks: { ...webhooks, allowUnsigned: true } },
  };
}

describe('a start is refused, and leaves nothing behind,', () => {
  it('A1: without a secret', async () => {
    const error = await refusal(without('THE_LOOP_WEBHOOK_SECRET'));
    expect(error).toMatchObject({
      code: 'SERVICE_SECRET_MISSING',
      message: expect.stringContaining('THE_LOOP_WEBHOOK_SECRET is not set'),
      remedy: expect.stringContaining('export THE_LOOP_WEBHOOK_SECRET='),
    });
    expect(readdirSync(stage.stateRoot)).toEqual([]);
  });

  it('A1: with unsigned deliveries on an address that others reach', async () => {
    const error = await refusal(unsigned('0.0.0.0'));
    expect(error).toMatchObject({
      code: 'SERVICE_UNSIGNED_REFUSED',
      message: expect.stringContaining('on loopback only'),
      remedy: expect.stringContaining('127.0.0.1'),
    });
    expect(readdirSync(stage.stateRoot)).toEqual([]);
  });

  it('without git', async () => {
    const error = await refusal({
      ...stage.options,
      environment: { ...stage.options.environment, PATH: path.join(stage.folder, 'nothing') },
    });
    expect(error).toMatchObject({ code: 'SERVICE_GIT_MISSING', remedy: expect.stringContaining('install git') });
    expect(readdirSync(stage.stateRoot)).toEqual([]);
  });

  it('without an agent', async () => {
    const { config } = stage.options;
    const error = await refusal({
      ...stage.options,
      config: { ...config, sessions: { ...config.sessions, agent: '' } },
    });
    expect(error).toMatchObject({ code: 'SERVICE_AGENT_UNKNOWN', remedy: expect.stringContaining('sessions.agent') });
  });

  it('on a port that another program has', async () => {
    const other = await occupied();
    const { config } = stage.options;
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      const error = await refusal({ ...stage.options, config: { ...config, service: { ...config.service, port } } });
      expect(error).toMatchObject({
        code: 'SERVICE_PORT_BUSY',
        message: expect.stringContaining(String(port)),
        remedy: expect.stringContaining('service.port'),
      });
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
    expect(existsSync(path.join(stage.stateRoot, 'service.json'))).toBe(false);
    await stage.start();
  });

  it('on an address that is not of this machine', async () => {
    const { config } = stage.options;
    const service = { ...config.service, host: '192.0.2.1' };
    expect(await refusal({ ...stage.options, config: { ...config, service } })).toMatchObject({
      code: 'SERVICE_ADDRESS_INVALID',
    });
  });

  it('over a state root that is a file', async () => {
    const stateRoot = path.join(stage.folder, 'file');
    writeFileSync(stateRoot, '');
    expect(await refusal({ ...stage.options, stateRoot })).toMatchObject({
      code: 'SERVICE_STATE_UNUSABLE',
      remedy: expect.stringContaining('THE_LOOP_STATE'),
    });
  });

  it('while another one holds the state root, which stays as it is', async () => {
    const first = await stage.start();
    const held = readFileSync(path.join(stage.stateRoot, 'service.json'), 'utf8');
    expect(await refusal(stage.options)).toMatchObject({
      code: 'SERVICE_ALREADY_RUNNING',
      message: expect.stringContaining(first.url),
      remedy: expect.stringContaining('the-loop down'),
    });
    expect(readFileSync(path.join(stage.stateRoot, 'service.json'), 'utf8')).toBe(held);
    expect(await stage.ask(first, '/api/v1/status')).toMatchObject({ status: 200 });
  });
});

describe('a service', () => {
  it('starts with unsigned deliveries on loopback', async () => {
    const theLoop = await stage.start(unsigned('127.0.0.1'));
    expect(await stage.ask(theLoop, '/health', { token: null })).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('stops once however often it is asked, and can be started again over the same state', async () => {
    const first = await stage.start();
    await Promise.all([first.stop('once'), first.stop('twice')]);
    await first.stop('later');
    expect(existsSync(path.join(stage.stateRoot, 'service.json'))).toBe(false);
    const second = await stage.start();
    const { body } = await stage.ask(second, '/api/v1/events');
    expect(body.events.map(({ event }) => event)).toEqual([
      'service.started',
      'service.stopping',
      'service.stopped',
      'service.started',
    ]);
  });

  it('starts although GitHub does not say who it is', async () => {
    stage.github.setToken('bot token', null);
    const theLoop = await stage.start();
    expect(await stage.ask(theLoop, '/api/v1/status')).toMatchObject({ status: 200, body: { items: [] } });
  });

  it('keeps its secrets where only their owner reads them', async () => {
    const theLoop = await stage.start();
    const { body } = await stage.ask(theLoop, '/api/v1/events');
    const token = readFileSync(path.join(stage.stateRoot, 'operator-token'), 'utf8').trim();
    expect(JSON.stringify(body)).not.toContain(token);
    expect(token).toMatch(/^tlo_[\w-]{43}$/);
  });
});

function occupied(): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
  });
}
