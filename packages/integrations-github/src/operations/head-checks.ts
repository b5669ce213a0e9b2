import * as v from 'valibot';
import { type GithubCheckResult, type GithubHeadChecks } from '../answer/check.ts';

/** What is asked about the head of a pull request. */
export const HEAD_FRAGMENT = `fragment Head on PullRequest {
  state headRefName headRefOid isCrossRepository
  commits(last: 1) {
    nodes {
      commit {
        status { contexts { id context state createdAt targetUrl description } }
        checkSuites(first: 20) {
          nodes {
            id status conclusion updatedAt url app { name }
            workflowRun { id updatedAt url workflow { name } }
            checkRuns(first: 50, filterBy: { checkType: LATEST, status: COMPLETED }) {
              nodes { id name conclusion completedAt url summary }
            }
          }
        }
      }
    }
  }
}`;

const Conclusion = v.nullish(v.string(), null);
const RunSchema = v.object({
  id: v.string(),
  name: v.string(),
  conclusion: Conclusion,
  completedAt: v.nullish(v.string(), null),
  url: v.string(),
  summary: v.nullish(v.string(), ''),
});
const listOf = <Entry extends v.GenericSchema>(entry: Entry) => v.object({ nodes: v.array(v.nullable(entry)) });
const SuiteSchema = v.object({
  id: v.string(),
  status: v.string(),
  conclusion: Conclusion,
  updatedAt: v.string(),
  url: v.string(),
  app: v.nullish(v.object({ name: v.string() }), null),
  workflowRun: v.nullish(
    v.object({ id: v.string(), updatedAt: v.string(), url: v.string(), workflow: v.object({ name: v.string() }) }),
    null,
  ),
  checkRuns: v.nullish(listOf(RunSchema), { nodes: [] }),
});
const StatusSchema = v.object({
  id: v.string(),
  context: v.string(),
  state: v.string(),
  createdAt: v.string(),
  targetUrl: v.nullish(v.string(), ''),
  description: v.nullish(v.string(), ''),
});
export const HeadSchema = v.object({
  __typename: v.literal('PullRequest'),
  state: v.string(),
  headRefName: v.string(),
  headRefOid: v.string(),
  isCrossRepository: v.boolean(),
  commits: listOf(
    v.object({
      commit: v.object({
        checkSuites: v.nullish(listOf(SuiteSchema), { nodes: [] }),
        status: v.nullish(v.object({ contexts: v.array(StatusSchema) }), null),
      }),
    }),
  ),
});
type Suite = v.InferOutput<typeof SuiteSchema>;
type Head = v.InferOutput<typeof HeadSchema>;
type Commit = NonNullable<Head['commits']['nodes'][number]>['commit'];

/** The head of a pull request with the results on it. */
export function toHead(head: Head): GithubHeadChecks {
  const commits = head.commits.nodes.filter((node) => node !== null);
  const suites = commits.flatMap(({ commit }) => commit.checkSuites.nodes).filter((suite) => suite !== null);
  return {
    headRef: head.headRefName,
    headSha: head.headRefOid,
    fromFork: head.isCrossRepository,
    results: [...suites.flatMap((suite) => [...runsOf(suite), ...endOf(suite)]), ...commits.flatMap(statusesOf)],
  };
}

/** Of each context the status that was set last; one that is still waited for is no result. */
function statusesOf({ commit: { status } }: { readonly commit: Pick<Commit, 'status'> }): GithubCheckResult[] {
  return (status?.contexts ?? []).flatMap(({ id, context, state, createdAt: at, targetUrl, description }) => {
    if (state === 'PENDING' || state === 'EXPECTED') return [];
    const result = { nodeId: id, name: context, conclusion: state.toLowerCase(), at };
    return [{ kind: 'status' as const, ...result, url: targetUrl, summary: description }];
  });
}

function runsOf({ checkRuns }: Suite): GithubCheckResult[] {
  return checkRuns.nodes.flatMap((run) => {
    if (run === null || run.conclusion === null || run.completedAt === null) return [];
    const { id, name, url, summary, completedAt: at } = run;
    return [
      {
        kind: 'check_run',
        nodeId: id,
        name,
        conclusion: run.conclusion.toLowerCase(),
        at,
        url,
        summary,
      },
    ];
  });
}

/** A suite ends with its last run, and so does the run of the workflow that made it. */
function endOf(suite: Suite): GithubCheckResult[] {
  if (suite.status !== 'COMPLETED' || suite.conclusion === null) return [];
  const ended = { conclusion: suite.conclusion.toLowerCase(), summary: '' };
  const { workflowRun, app, id, url, updatedAt } = suite;
  const whole = { kind: 'check_suite' as const, nodeId: id, name: app?.name ?? '', at: updatedAt, url, ...ended };
  if (workflowRun === null) return [whole];
  const { workflow } = workflowRun;
  const run = {
    nodeId: workflowRun.id,
    name: workflow.name,
    at: workflowRun.updatedAt,
    url: workflowRun.url,
    ...ended,
  };
  return [whole, { kind: 'workflow_run', ...run }];
}
