import { expect } from 'vitest';
import { type Stage } from '../../apps/cli/src/demo/stage.ts';

const OPERATION = /<!-- the-loop:op=([0-9a-f]{16}) -->/g;

/** First lines of what the service wrote on a thread, in order. */
export function ownComments({ world: { github } }: Stage, on: string): readonly string[] {
  return own(github, on).map(({ body }) => body.split('\n')[0] ?? '');
}

/** Every comment of the service is there once: by its operation, and by its text. */
export function expectOnce({ world: { github } }: Stage, threads: readonly string[]): void {
  const comments = threads.flatMap((on) => own(github, on).map(({ body }) => ({ on, body })));
  const operations = comments.flatMap(({ body }) => [...body.matchAll(OPERATION)].map(([, operation]) => operation));
  expect(operations).toHaveLength(comments.length);
  expect(new Set(operations).size).toBe(operations.length);
  const texts = comments.map(({ on, body }) => `${on}\n${body.replaceAll(OPERATION, '')}`);
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
}

/** Every delivery of GitHub was answered with 202 in the end. */
export function expectNothingLost({ world: { github } }: Stage): void {
  const accepted = new Set(github.deliveries().flatMap(({ guid, status }) => (status === 202 ? [guid] : [])));
  expect(github.deliveries().filter(({ guid }) => !accepted.has(guid))).toEqual([]);
}

function own(github: Stage['world']['github'], on: string) {
  return github.comments(on).filter(({ body }) => body.includes('<!-- the-loop:agent-comment -->'));
}
