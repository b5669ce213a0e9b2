import { refKey, type WorkItemRef } from '@the-loop/graph-core';

/**
 * What a write of the graph is known by, before the state root's secret makes an operation key of it. A verb at a terminal and a
 * service have the same for one effect, so either finds what the other wrote.
 */
export function writeKey(ref: WorkItemRef, effectKey: string): string {
  return `${refKey(ref)}:${effectKey}`;
}
