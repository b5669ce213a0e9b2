import { describe, expect, it } from 'vitest';
import { comment, pullRequest } from '../testing/deliveries.ts';
import { createWorld, dispatcherOf, drain, send } from '../testing/world.ts';

const TICKET = { repository: 'acme/app', number: 12 };
const FOREIGN = { repository: 'octo/infra', number: 7, pullRequest: 'Closes acme/app#12' };

describe('a merge', () => {
  it.each([
    ['by an authorized person approves', { login: 'alice', id: 7 }, true],
    ['by somebody else does not', { login: 'mallory', id: 9 }, false],
  ])('%s', async (_title, mergedBy, approves) => {
    const world = createWorld();
    const reports: boolean[] = [];
    const recordMerge: typeof world.graph.recordMerge = (target, merge, options) => {
      reports.push(merge.approves);
      return world.graph.recordMerge(target, merge, options);
    };
    const dispatcher = dispatcherOf(world, { graph: { ...world.graph, recordMerge } });
    const closed = pullRequest(FOREIGN, 'closed', { merged: true, merged_by: mergedBy });
    await send(world, comment(TICKET, 'the-loop start'), pullRequest(FOREIGN, 'opened'), closed);
    await drain(world, dispatcher);
    expect(reports).toEqual([approves]);
  });
});
