import { type LoopAddress, repoStateKey } from '@the-loop/graph-core';

const shape = /^pr-loops\/(?:([^/]+)\/)?pr-([1-9][0-9]{0,9})\/graph-state\.json$/;

/** `octo__infra` to `octo/infra`; an owner neither ends with `_` nor holds `__`, so the first separator is the one. */
function repositoryOf(key: string): string | null {
  const match = /^((?:[A-Za-z0-9-]+\.[A-Za-z0-9.-]+__)?)([A-Za-z0-9][A-Za-z0-9.-]*(?:_[A-Za-z0-9.-]+)*)__(.+)$/.exec(
    key,
  );
  if (match === null) return null;
  return `${(match[1] ?? '').replace('__', '/')}${match[2]}/${match[3]}`;
}

/** The inner loop whose state file this is, by its path in the item's directory; null when it is none. */
export function loopAddressOf(id: string, path: string): LoopAddress | null {
  const match = shape.exec(path);
  if (match === null) return null;
  const pr = Number(match[2]);
  if (match[1] === undefined) return { id, pr };
  const prRepo = repositoryOf(match[1]);
  return prRepo === null ? null : { id, pr, prRepo };
}

/** One loop by a stable name: `issue-12`, `issue-12/pr-7`, `issue-12/octo__infra/pr-7`. */
export function loopKey(address: LoopAddress): string {
  if (address.pr === undefined) return address.id;
  const folder = address.prRepo === undefined ? '' : `${repoStateKey(address.prRepo)}/`;
  return `${address.id}/${folder}pr-${address.pr}`;
}
