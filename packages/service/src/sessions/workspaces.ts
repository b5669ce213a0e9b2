import { type OperatorConfig } from '@the-loop/config';
import {
  type CheckoutMove,
  type CheckoutRequest,
  type CheckoutState,
  type PrepareOutcome,
  type Workspaces,
} from '@the-loop/dispatcher';
import { type Emit } from '@the-loop/events';
import { formatRef, LoopError, refKey } from '@the-loop/graph-core';
import { GithubError } from '@the-loop/integrations-github';
import {
  type PullRequestHead as CheckoutHead,
  followWorkspace,
  inspectWorkspace,
  prepareWorkspace,
  type RepositoryName,
  removeWorkspace,
  type WorkKind,
  type WorkspaceAddress,
  type WorkspaceInspection,
} from '@the-loop/sessions';
import { isCalled } from '../config/repository-names.ts';
import { faultText } from '../github/fault-text.ts';
import { carryItem } from '../items/carry-item.ts';

export interface WorkspacesOptions {
  readonly config: OperatorConfig;
  /** What git runs with. */
  readonly environment: Readonly<Record<string, string>>;
  /** What is asked when an event did not tell the head of a pull request; null when it cannot be learned. */
  readonly headOf: (
    request: NonNullable<CheckoutRequest['pullRequest']>,
    signal: AbortSignal,
  ) => Promise<{ readonly branch: string; readonly fork: boolean } | null>;
  readonly emit: Emit;
  readonly now: () => number;
}

/** What committing an item's state makes for a moment, while its agent may stage everything there is. */
const TRANSIENT = ['.graph-state-*', 'graph-state.lock*'];

/** Checkouts under the operator's workspace root; remotes come from configuration and names, never from a payload. */
export function createWorkspaces(options: WorkspacesOptions): Workspaces {
  return {
    separate: true,
    prepare: (request, { signal }) => prepare(options, request, signal),
    inspect: (request, { signal }) => inspect(options, request, signal),
    async remove({ confirmed, ...request }) {
      const inspection = inspectionOf(options, request);
      const stamp = new Date(options.now()).toISOString().replaceAll(/[-:.]/g, '');
      const outcome = await removeWorkspace({ ...inspection, stamp, discardWork: confirmed });
      const work_item = formatRef(request.item);
      if (outcome.kind === 'removed') {
        options.emit({ event: 'workspace.cleaned', work_item, strategy: 'worktree', checkout: outcome.cwd });
      }
      if (outcome.kind !== 'preserved') return outcome;
      options.emit({
        event: 'workspace.preserved',
        work_item,
        checkout: outcome.cwd,
        reason: reasonOf(outcome.work),
      });
      return { kind: 'preserved', work: outcome.work };
    },
    follow: (move, { signal }) => follow(options, move, signal),
    carry: carryItem,
  };
}

async function follow(options: WorkspacesOptions, { before, after }: CheckoutMove, signal: AbortSignal): Promise<void> {
  const { config, environment } = options;
  await followWorkspace({
    before: addressOf(options, before, null),
    after: addressOf(options, after, null),
    remote: remoteOf(config, after.pullRequest?.ref ?? after.item),
    environment,
    gitBinary: config.workspace.gitBinary,
    signal,
  });
}

async function inspect(
  options: WorkspacesOptions,
  request: CheckoutRequest,
  signal: AbortSignal,
): Promise<CheckoutState> {
  try {
    const found = await inspectWorkspace({ ...inspectionOf(options, request), signal });
    if (found.kind === 'absent') return 'absent';
    return found.work.length > 0 ? 'unsaved' : 'clean';
  } catch (error) {
    // A folder that we did not make is not ours to release.
    if (error instanceof LoopError && error.code === 'WORKSPACE_FOREIGN') return 'absent';
    throw error;
  }
}

function inspectionOf(options: WorkspacesOptions, request: CheckoutRequest): WorkspaceInspection {
  const { environment, config } = options;
  const { gitBinary } = config.workspace;
  return { ...addressOf(options, request, null), environment, gitBinary, rendered: ['graph-state.json'] };
}

async function prepare(
  options: WorkspacesOptions,
  request: CheckoutRequest,
  signal: AbortSignal,
): Promise<PrepareOutcome> {
  const { config, environment, emit } = options;
  const work_item = formatRef(request.item);
  try {
    const head = request.pullRequest === null ? null : await learnHead(options, request.pullRequest, signal);
    if (request.pullRequest !== null && head === null) {
      return {
        kind: 'declined',
        reason: 'workspace-failed',
        error: 'the head branch of the pull request is not known',
      };
    }
    const repository = request.pullRequest?.ref ?? request.item;
    const { gitBinary } = config.workspace;
    const workspace = await prepareWorkspace({
      ...addressOf(options, request, head),
      remote: remoteOf(config, repository),
      environment,
      gitBinary,
      transient: TRANSIENT,
      signal,
    });
    if (workspace.created)
      emit({
        event: 'workspace.prepared',
        work_item,
        strategy: 'worktree',
        checkout: workspace.cwd,
        branch: workspace.branch,
      });
    return { kind: 'ready', cwd: workspace.cwd };
  } catch (error) {
    if (!(error instanceof LoopError)) throw error;
    const why = faultText(error);
    emit({ event: 'workspace.prepare_failed', work_item, error: why });
    if (passes(error)) throw error;
    return { kind: 'declined', reason: 'workspace-failed', error: why };
  }
}

/** GitHub or the remote does not answer now: tried again later, the same request may have its checkout. */
function passes(error: unknown): boolean {
  if (error instanceof GithubError) return error.retry !== 'never';
  return error instanceof LoopError && error.code === 'WORKSPACE_REMOTE_UNREACHABLE';
}

async function learnHead(
  options: WorkspacesOptions,
  pullRequest: NonNullable<CheckoutRequest['pullRequest']>,
  signal: AbortSignal,
): Promise<CheckoutHead | null> {
  const { ref, headRef, fromFork } = pullRequest;
  if (headRef !== null && fromFork !== null) return { number: ref.number, branch: headRef, fork: fromFork };
  const told = await options.headOf(pullRequest, signal);
  return told === null ? null : { number: ref.number, ...told };
}

function addressOf(
  options: WorkspacesOptions,
  { item, pullRequest }: CheckoutRequest,
  head: CheckoutHead | null,
): WorkspaceAddress {
  const base = { root: options.config.workspace.root, ref: item, key: refKey(item) };
  if (pullRequest === null) return base;
  return {
    ...base,
    repository: pullRequest.ref,
    pullRequest: head ?? { number: pullRequest.ref.number, branch: pullRequest.headRef ?? 'main' },
  };
}

/** The operator's remote for a repository, else its address on its host. */
function remoteOf(config: OperatorConfig, repository: RepositoryName): string {
  const { host, owner, repo } = repository;
  const configured = Object.entries(config.workspace.remotes).find(([name]) => isCalled(repository, name));
  return configured?.[1] ?? `https://${host}/${owner}/${repo}.git`;
}

function reasonOf(work: readonly WorkKind[]): 'uncommitted' | 'unpushed' | 'unknown' {
  if (work.includes('uncommitted')) return 'uncommitted';
  return work.includes('unpushed') ? 'unpushed' : 'unknown';
}
