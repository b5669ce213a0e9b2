import * as v from 'valibot';
import { type GithubCheckResult, type GithubHeadChecks } from '../answer/check.ts';
import { type GithubOperations } from '../github-operations.ts';
import { aboutRepository, type ClientFor, inRepository } from './client-for.ts';

/** Pull requests of one request. */
const MOST_HEADS = 25;

/** The question about so many pull requests, each under a name of its own. */
export function headChecksQuery(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `n${index}`);
  return `query HeadChecks($owner: String!, $repo: String!, ${names.map((name) => `$${name}: Int!`).join(', ')}) {
  repository(owner: $owner, name: $repo) {
    ${names.map((name) => `${name}: issueOrPullRequest(number: $${name}) { __typename ...Head }`).join('\n    ')}
  }
}
fragment Head on PullRequest {
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
}

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
const HeadSchema = v.object({
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
/** An issue answers nothing of a pull request. */
const IssueSchema = v.pipe(
  v.object({ __typename: v.literal('Issue') }),
  v.transform(() => null),
);
const AnswerSchema = v.object({ repository: v.record(v.string(), v.nullable(v.union([HeadSchema, IssueSchema]))) });

type Suite = v.InferOutput<typeof SuiteSchema>;
type Head = v.InferOutput<typeof HeadSchema>;
type Commit = NonNullable<Head['commits']['nodes'][number]>['commit'];

/** Asks about many pull requests in one request; those that ended are left out. */
export function headChecksOperation(clientFor: ClientFor): GithubOperations['listHeadChecks'] {
  return async (repository, numbers, { signal } = {}) => {
    const client = await clientFor(repository.host);
    const found = new Map<number, GithubHeadChecks>();
    for (let from = 0; from < numbers.length; from += MOST_HEADS) {
      const page = numbers.slice(from, from + MOST_HEADS);
      const items = Object.fromEntries(page.map((number, index) => [`n${index}`, number]));
      const answer = await client.graphql({
        operation: 'listHeadChecks',
        about: aboutRepository(repository),
        query: headChecksQuery(page.length),
        variables: { ...inRepository(repository), ...items },
        schema: AnswerSchema,
        signal,
      });
      for (const [name, number] of Object.entries(items)) {
        const head = answer.repository[name] ?? null;
        if (head?.state === 'OPEN') found.set(number, toHead(head));
      }
    }
    return found;
  };
}

function toHead(head: Head): GithubHeadChecks {
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
