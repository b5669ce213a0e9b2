import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createTerminalAsker } from './terminal-asker.ts';

it('answers what is typed, without surrounding blanks', async () => {
  const input = new PassThrough();
  const asker = createTerminalAsker(input, new PassThrough());
  const reply = asker.ask('who? ');
  input.write('  octocat \n');
  expect(await reply).toBe('octocat');
  asker.close();
});

it('stops when the person leaves, at this question and at every other', async () => {
  const input = new PassThrough();
  const asker = createTerminalAsker(input, new PassThrough());
  const reply = asker.ask('who? ');
  input.end();
  const stopped = { code: 'INIT_STOPPED', message: 'stopped; nothing was written' };
  await expect(reply).rejects.toMatchObject(stopped);
  await expect(asker.ask('which? ')).rejects.toMatchObject(stopped);
});
