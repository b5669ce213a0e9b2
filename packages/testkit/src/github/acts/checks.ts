import { pullOf } from '../render/pull.ts';
import { type CheckRecord, type IssueRecord, type StatusRecord } from '../state/records.ts';
import { type World } from '../state/world.ts';
import { type Scene } from './scene.ts';

/** A workflow of one job ended on the head of a pull request: its check run, its suite and its run, in GitHub's order. */
export function finishWorkflow(
  { world, by }: Scene,
  issue: IssueRecord,
  { name, conclusion }: { readonly name: string; readonly conclusion: CheckRecord['conclusion'] },
): void {
  const pull = pullOf(issue);
  const check: CheckRecord = {
    name,
    conclusion,
    sha: pull.head.sha,
    at: world.time(),
    run: world.identify('CR'),
    suite: world.identify('CS'),
    workflow: world.identify('WFR'),
  };
  pull.checks.push(check);
  const parts = renderCheck(world, issue, check);
  for (const [event, part] of Object.entries(parts)) {
    world.announce({ event, action: 'completed', repository: issue.repository, sender: by, parts: { [event]: part } });
  }
}

function renderCheck(
  world: World,
  issue: IssueRecord,
  { name, conclusion, sha, at, run, suite, workflow }: CheckRecord,
) {
  const { head } = pullOf(issue);
  const url = `${world.options.htmlBase}/runs/${run.id}`;
  const isFork = head.repository !== issue.repository;
  // GitHub lists no pull request of a fork.
  const pull_requests = isFork ? [] : [{ id: pullOf(issue).id, number: issue.number }];
  const ended = { status: 'completed', conclusion, head_sha: sha, html_url: url, pull_requests };
  const check_suite = { id: suite.id, node_id: suite.nodeId, head_branch: head.ref, ...ended, updated_at: at };
  return {
    check_run: { id: run.id, node_id: run.nodeId, name, ...ended, completed_at: at, check_suite },
    check_suite,
    workflow_run: {
      ...{ id: workflow.id, node_id: workflow.nodeId, name, head_branch: head.ref },
      ...ended,
      ...{ run_attempt: 1, updated_at: at },
    },
  };
}

/** A service said something of the head of a pull request, as a commit status. */
export function setStatus(
  { world, by }: Scene,
  issue: IssueRecord,
  { context, state }: Pick<StatusRecord, 'context' | 'state'>,
): void {
  const { head, statuses } = pullOf(issue);
  const status: StatusRecord = { ...world.identify('SC'), context, state, sha: head.sha, at: world.time() };
  statuses.push(status);
  const { id, nodeId: node_id, sha, at } = status;
  const branches = head.repository === issue.repository ? [{ name: head.ref }] : [];
  const said = { id, node_id, sha, context, state, description: '', target_url: null, branches };
  const parts = {
    ...said,
    name: `${issue.repository.owner.login}/${issue.repository.name}`,
    created_at: at,
    updated_at: at,
  };
  world.announce({ event: 'status', action: null, repository: issue.repository, sender: by, parts });
}
