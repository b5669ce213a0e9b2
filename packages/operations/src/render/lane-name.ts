import { formatRef, safeParseRef } from '@the-loop/graph-core';

/** The work item of a lane, as people write it; the lane itself where it is none. Names are in lower case. */
export function laneName(lane: string): string {
  const parts = lane.split('~');
  const number = parts.pop() ?? '';
  const [provider = '', ...path] = parts;
  if (path.length < 2) return lane;
  const host = path.length > 2 ? [(path.shift() ?? '').replace('+', ':')] : [];
  const ref = safeParseRef(`${provider}:${[...host, ...path].join('/')}#${number}`);
  return ref.ok ? formatRef(ref.value) : lane;
}
