import { type CheckRecord, type IssueRecord, type PullRecord } from '../state/records.ts';
import { type World } from '../state/world.ts';

/** An issue or pull request with the results on its head. */
export function shownHead(issue: IssueRecord, world: World) {
  const { pull } = issue;
  if (pull === null) return { __typename: 'Issue' };
  const { head, checks } = pull;
  const nodes = checks.filter(({ sha }) => sha === head.sha).map((check) => shownSuite(check, world));
  return {
    __typename: 'PullRequest',
    state: issue.state === 'open' ? 'OPEN' : pull.merged ? 'MERGED' : 'CLOSED',
    headRefName: head.ref,
    headRefOid: head.sha,
    isCrossRepository: head.repository !== issue.repository,
    commits: { nodes: [{ commit: { checkSuites: { nodes }, status: shownStatus(pull) } }] },
  };
}

/** The last status of each context. */
function shownStatus({ head, statuses }: PullRecord) {
  const ofHead = statuses.filter(({ sha }) => sha === head.sha);
  if (ofHead.length === 0) return null;
  const last = new Map(ofHead.map((status) => [status.context, status]));
  const contexts = [...last.values()].map(({ nodeId: id, context, state, at }) => ({
    ...{ id, context, state: state.toUpperCase(), createdAt: at, targetUrl: null, description: null },
  }));
  return { contexts };
}

function shownSuite({ name, conclusion, at, run, suite, workflow }: CheckRecord, world: World) {
  const url = `${world.options.htmlBase}/runs/${run.id}`;
  const ended = { conclusion: conclusion.toUpperCase(), url };
  return {
    ...{ id: suite.nodeId, status: 'COMPLETED', updatedAt: at, app: { name: 'GitHub Actions' }, ...ended },
    workflowRun: { id: workflow.nodeId, updatedAt: at, url, workflow: { name } },
    checkRuns: { nodes: [{ id: run.nodeId, name, completedAt: at, summary: null, ...ended }] },
  };
}
