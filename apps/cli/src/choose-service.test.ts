import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AnyOperation, answer, deliveriesList, gateShow, graphForce, graphSkip, why } from '@the-loop/operations';
import { createServer, type InstanceInfo, processTable } from '@the-loop/service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseService } from './choose-service.ts';
import { type CommandLine } from './io.ts';
import { surroundings } from './surroundings.ts';
import { testLine } from './testing/test-line.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'choose-'));
  mkdirSync(path.join(folder, 'state'));
  writeFileSync(path.join(folder, 'state', 'operator-token'), 'operator', { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function lineWith(env: Readonly<Record<string, string>>): CommandLine {
  const own = { PATH: process.env['PATH'], HOME: folder, THE_LOOP_STATE: path.join(folder, 'state') };
  return testLine({ env: { ...own, ...env }, cwd: folder, home: folder }).line;
}

/** This very process poses as the service. */
async function serviceAt(url: string): Promise<void> {
  const info: InstanceInfo = { ...(await processTable()).self, url, version: '1' };
  writeFileSync(path.join(folder, 'state', 'service.json'), JSON.stringify(info));
}

const choose = (operation: AnyOperation, env = {}) => {
  const line = lineWith(env);
  return chooseService(line, operation, { item: 'issue-1', repo: undefined, surroundings: () => surroundings(line) });
};

describe('which service answers', () => {
  it.each([{ THE_LOOP_URL: 'http://127.0.0.1:9' }, { THE_LOOP_TOKEN: 'tla_x' }])(
    'A19: none for an agent that has %j only: it does not get the operator’s token',
    async (env) => {
      await serviceAt('http://127.0.0.1:9');
      for (const operation of [graphForce, deliveriesList])
        await expect(choose(operation, env)).rejects.toMatchObject({ code: 'OPERATION_AGENT_REFUSED' });
    },
  );

  it.each([
    ['A24', 'force', graphForce],
    ['A24', 'skip', graphSkip],
    ['A24', 'gate answer', answer],
  ])('%s: none for an agent that runs %s, whose service it does not wait for', async (_number, _verb, operation) => {
    const env = { THE_LOOP_URL: 'http://127.0.0.1:9', THE_LOOP_TOKEN: 'tla_x' };
    await expect(choose(operation, env)).rejects.toMatchObject({ code: 'OPERATION_AGENT_REFUSED' });
  });

  it.each(['http://127.0.0.1:9', ''])(
    'is not this process while the one that runs at "%s" does not answer',
    async (url) => {
      await serviceAt(url);
      await expect(choose(graphForce)).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    },
  );

  it('is the one that drives the item, and none for an item that it does not drive', async () => {
    const server = createServer(() => undefined);
    let items: readonly { readonly ref: string }[] = [];
    server.get('/api/v1/status', () => ({ items }));
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    try {
      await serviceAt(url);
      expect(await choose(graphForce)).toBeNull();
      // What is stored tells nothing of it either: the checkout may.
      expect(await choose(why)).toBeNull();
      items = [{ ref: 'github:acme/app#1' }];
      expect(await choose(why)).toMatchObject({ url });
      expect(await choose(gateShow)).toMatchObject({ url });
      expect(await choose(graphForce)).toEqual({ url, token: 'operator', user: 'alice' });
    } finally {
      await server.close();
    }
  });
});
