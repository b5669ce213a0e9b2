import { type HarnessConfig, loadHarnessConfig, type OperatorConfig } from '@the-loop/config';
import { type Emit } from '@the-loop/events';
import { LoopError, type Principal, parseRef, type RemoteReader } from '@the-loop/graph-core';
import { createFileItemStore, type ItemStore, type VerbContext } from '@the-loop/graph-runtime';
import { builtinHooks } from '@the-loop/hooks';
import { createGithub, type GithubOperations } from '@the-loop/integrations-github';
import { createOwnLogins, type OwnLogins } from '../github/own-logins.ts';
import { createRemoteReader } from '../github/remote-reader.ts';
import { withHarnessWarnings } from '../items/harness-warnings.ts';
import { hookSettings } from '../items/hook-settings.ts';
import { isSameWork } from '../items/same-work.ts';
import { githubHosts } from '../wiring/github-hosts.ts';
import { notify } from '../wiring/notify.ts';
import { createDirectPerformer } from './direct-performer.ts';
import { originAt } from './origin-of.ts';
import { readsAfter } from './reads-after.ts';
import { createTypedFacts } from './typed-facts.ts';
import { verificationRunner } from './verification-runner.ts';
import { guardReads, guardWrites } from './write-guard.ts';

/** What the verbs on a checkout work with; no service is needed. */
export interface CheckoutOptions {
  /** The repository's folder. */
  readonly repo: string;
  readonly operator: OperatorConfig;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly principal: Principal;
  /** The ref that was passed with the verb: a repository that one may write to, whatever the origin. */
  readonly ref?: string | undefined;
  /** Hex text of the state root's key for operation markers; asked when something is posted. */
  readonly secret: () => string;
  /** Absolute path of the file that knows again what was typed on this machine. */
  readonly typedFacts: string;
  readonly emit: Emit;
}

/**
 * The verbs on a checkout: its files, and GitHub directly for what they post. Throws what reading the
 * harness configuration throws; the verbs refuse a path that is no repository.
 */
export async function openCheckout(options: CheckoutOptions): Promise<VerbContext> {
  const { repo, operator, environment } = options;
  const { config: harness, path, warnings } = await loadHarnessConfig(repo);
  const hosts = Object.keys(operator.integrations.github.hosts);
  const { slug: originRepo, host: originHost } = await declaredOrOrigin(repo, harness, hosts);
  const github = createGithub({ hosts: githubHosts(operator), env: environment });
  const logins = createOwnLogins(github, operator);
  const settings = hookSettings({
    operator,
    harness,
    repoInitialized: path !== null,
    originRepo,
    originHost,
    ownLogins: [],
  });
  const files = createFileItemStore({ repoRoot: repo, specDir: harness.workflow.specDir, originRepo });
  const writable = operator.policy.writableRepositories;
  const guard = { repo, harness, hosts, writable, ref: options.ref ?? '' };
  const typed = createTypedFacts({ file: options.typedFacts, repository: originRepo });
  return {
    store: typed.watch(withHarnessWarnings(files, warnings)),
    holds: typed.holds,
    hooks: builtinHooks,
    settings: {
      ...settings,
      get ownLogins() {
        return logins.all();
      },
    },
    performer: guardWrites(directPerformer(options, github, files), guard),
    emit: options.emit,
    now: () => new Date().toISOString(),
    principal: options.principal,
    graphs: operator.graphs,
    remote: guardReads(knowingUs(createRemoteReader(github), logins), guard),
    command: verificationRunner(options, originRepo),
    retriesOverdue: true,
  };
}

function directPerformer(
  { repo, operator, environment, secret, emit }: CheckoutOptions,
  github: GithubOperations,
  files: Pick<ItemStore, 'directory'>,
) {
  const { gitBinary } = operator.workspace;
  const told = { config: operator, environment, emit, fetch };
  return createDirectPerformer({
    github,
    secret,
    tell: (workItem, effect) => notify(told, workItem, effect),
    now: Date.now,
    isSameWork: ({ id }, commits) =>
      isSameWork({ cwd: repo, directory: files.directory(id), ...commits, gitBinary, environment }),
  });
}

/**
 * Who we post as is asked when a hook first reads a thread. Where GitHub does not say it, what is read could be our own words or
 * a person's, so reading fails with `SERVICE_OWN_LOGIN_UNKNOWN` and the gate waits.
 */
function knowingUs(remote: RemoteReader, logins: OwnLogins): RemoteReader {
  const learn = async (ref: string) => {
    const { host } = parseRef(ref);
    if (logins.on(host) === '') await logins.refresh();
    if (logins.on(host) !== '') return;
    throw new LoopError('SERVICE_OWN_LOGIN_UNKNOWN', `who the-loop posts as on ${host} cannot be told`, {
      remedy: 'check the token of the host and try again',
    });
  };
  return {
    ...readsAfter(learn, remote),
    readMerge: (ref) => remote.readMerge(ref),
    readLinks: (ref) => remote.readLinks(ref),
  };
}

/** `owner/repo` of the checkout at a folder: as its harness configuration declares, else its origin on github.com; else empty. */
export async function repositoryOf(repo: string): Promise<string> {
  return (await declaredOrOrigin(repo, (await loadHarnessConfig(repo)).config, [])).slug;
}

async function declaredOrOrigin(
  repo: string,
  { ticketing: { github } }: HarnessConfig,
  hosts: readonly string[],
): Promise<{ readonly slug: string; readonly host: string }> {
  const origin = await originAt(repo, hosts);
  const found = origin.kind === 'github' ? origin : { slug: '', host: 'github.com' };
  return github === undefined ? found : { slug: `${github.owner}/${github.repo}`, host: github.host ?? found.host };
}
