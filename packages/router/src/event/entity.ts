import { isForeign, isFromFork } from '../evidence/linked-items.ts';
import { type EventRepository, refIn } from '../evidence/repository.ts';
import { type Subject } from '../evidence/subject.ts';
import { type Payload, type PayloadItem } from '../payload/payload.ts';
import { type EventEntity } from '../routed-event.ts';
import { given } from './given.ts';

/** What an event is about, as far as the payload tells. */
export function entityOf(payload: Payload, subject: Subject, repository: EventRepository): EventEntity {
  if (subject.item === null) return runEntity(payload, subject, repository);
  const { item } = subject;
  const common = {
    ref: refIn(repository, item.number),
    number: item.number,
    labels: item.labels.flatMap((label) => (label === null || label.name === '' ? [] : [label.name])),
    state: item.state,
    stateReason: item.state_reason,
    closedAt: item.closed_at,
    fromFork: isFromFork(item, repository),
    ...given('authorLogin', item.user?.login),
  };
  if (subject.kind !== 'pull-request') return { kind: 'issue', ...common };
  return { kind: 'pull-request', ...common, ...pullRequestFields(payload, item) };
}

type PullRequestFields = Partial<Omit<EventEntity, 'kind' | 'ref' | 'number'>>;

function pullRequestFields(payload: Payload, item: PayloadItem): PullRequestFields {
  return {
    ...(item.draft === undefined ? {} : { draft: item.draft }),
    ...(item.merged === undefined ? {} : { merged: item.merged, mergedBy: item.merged ? item.merged_by : null }),
    ...given('mergeCommitSha', item.merge_commit_sha),
    ...headFields(item),
    ...given('baseRef', item.base?.ref),
    ...given('defaultBranch', item.base?.repo?.default_branch, payload.repository?.default_branch),
  };
}

function headFields({ head }: PayloadItem): PullRequestFields {
  return {
    ...given('headSha', head?.sha),
    ...given('headRef', head?.ref),
    ...given('headRepo', head?.repo?.full_name),
  };
}

/** A check run says some things itself and some through its suite. */
function runEntity(payload: Payload, { run }: Subject, repository: EventRepository): EventEntity {
  const runs = [run, run?.check_suite ?? null].filter((part) => part !== null);
  return {
    kind: 'ci',
    ref: null,
    number: null,
    labels: [],
    state: run === null ? payload.state : run.conclusion,
    stateReason: '',
    closedAt: '',
    fromFork: runs.some(({ head_repository: head }) => isForeign(head, repository)),
    ...given('headSha', ...runs.map(({ head_sha: sha }) => sha), payload.sha),
    ...given('headRef', ...runs.map(({ head_branch: branch }) => branch)),
    ...given('headRepo', ...runs.map(({ head_repository: head }) => head?.full_name)),
  };
}
