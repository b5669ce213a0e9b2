import { type Payload, type PayloadRun } from '../payload/payload.ts';
import { type Link } from './link.ts';
import { createLinkCollector, type LinkCollector } from './link-collector.ts';
import { addBranch, isForeign } from './linked-items.ts';
import { type EventRepository, refIn } from './repository.ts';
import { type Subject } from './subject.ts';

/** The work items that a result of automation names: the pull requests it lists, then its branches. */
export function ciLinks(payload: Payload, { run, at }: Subject, repository: EventRepository): Link[] {
  const links = createLinkCollector();
  if (run !== null) addRun(links, run, { repository, at });
  if (run?.check_suite) addRun(links, run.check_suite, { repository, at: `${at}.check_suite` });
  for (const [index, branch] of payload.branches.entries()) {
    addBranch(links, repository, { branch: branch?.name ?? '', at: `branches.${index}.name` });
  }
  return links.links();
}

type Run = Pick<PayloadRun, 'pull_requests' | 'head_branch' | 'head_repository'>;

function addRun(
  links: LinkCollector,
  run: Run,
  { repository, at }: { readonly repository: EventRepository; readonly at: string },
): void {
  for (const [index, pull] of run.pull_requests.entries()) {
    links.add(refIn(repository, pull?.number ?? null), { source: 'entity', at: `${at}.pull_requests.${index}` });
  }
  if (isForeign(run.head_repository, repository)) return;
  addBranch(links, repository, { branch: run.head_branch, at: `${at}.head_branch` });
}
