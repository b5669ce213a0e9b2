import { type Payload, type PayloadItem, type PayloadRun } from '../payload/payload.ts';

/** What an event is about: an item that may be a pull request, or the runs of automation. */
export interface Subject {
  readonly kind: 'issue' | 'pull-request' | 'ci' | 'nothing';
  readonly item: PayloadItem | null;
  /** The run or suite; its name in the payload. */
  readonly run: PayloadRun | null;
  readonly at: string;
}

const NOTHING: Subject = { kind: 'nothing', item: null, run: null, at: '' };

/** What `event` is about, by GitHub's shapes. Polling gives a comment on a pull request under `pull_request`. */
export function subjectOf(event: string, payload: Payload): Subject {
  if (event === 'issues' || event === 'issue_comment') return issueSubject(payload);
  if (event.startsWith('pull_request')) return pullRequestSubject(payload.pull_request);
  if (event === 'workflow_run') return ciSubject(payload.workflow_run, 'workflow_run');
  if (event === 'check_run') return ciSubject(payload.check_run, 'check_run');
  if (event === 'check_suite') return ciSubject(payload.check_suite, 'check_suite');
  return event === 'status' ? ciSubject(null, 'status') : NOTHING;
}

function issueSubject({ issue, pull_request: polled }: Payload): Subject {
  if (issue === null || (issue.number === null && polled !== null)) return pullRequestSubject(polled);
  const isPullRequest = issue.pull_request !== undefined && issue.pull_request !== null;
  return { kind: isPullRequest ? 'pull-request' : 'issue', item: issue, run: null, at: 'issue' };
}

function pullRequestSubject(item: PayloadItem | null): Subject {
  return item === null ? NOTHING : { kind: 'pull-request', item, run: null, at: 'pull_request' };
}

function ciSubject(run: PayloadRun | null, at: string): Subject {
  return { kind: 'ci', item: null, run, at };
}
