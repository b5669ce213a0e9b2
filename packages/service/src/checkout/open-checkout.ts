import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { loadHarnessConfig, type OperatorConfig } from '@the-loop/config';
import { type Emit } from '@the-loop/events';
import { type Principal } from '@the-loop/graph-core';
import { createFileItemStore, type VerbContext } from '@the-loop/graph-runtime';
import { builtinHooks } from '@the-loop/hooks';
import { createGithub } from '@the-loop/integrations-github';
import { createRemoteReader } from '../github/remote-reader.ts';
import { hookSettings } from '../items/hook-settings.ts';
import { githubHosts } from '../wiring/github-hosts.ts';
import { createDirectPerformer } from './direct-performer.ts';

/** What the verbs on a checkout work with; no service is needed. */
export interface CheckoutOptions {
  /** The repository's folder. */
  readonly repo: string;
  readonly operator: OperatorConfig;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly principal: Principal;
  /** Hex text of the state root's key for operation markers; asked when something is posted. */
  readonly secret: () => string;
  readonly emit: Emit;
}

const run = promisify(execFile);

/**
 * The verbs on a checkout: its files, and GitHub directly for what they post. Throws what reading the
 * harness configuration throws; the verbs refuse a path that is no repository.
 */
export async function openCheckout(options: CheckoutOptions): Promise<VerbContext> {
  const { repo, operator, environment } = options;
  const { config: harness, path } = await loadHarnessConfig(repo);
  const declared = harness.ticketing.github;
  const originRepo = declared === undefined ? await originOf(repo) : `${declared.owner}/${declared.repo}`;
  const github = createGithub({ hosts: githubHosts(operator), env: environment });
  return {
    store: createFileItemStore({ repoRoot: repo, specDir: harness.workflow.specDir, originRepo }),
    hooks: builtinHooks,
    settings: hookSettings({ operator, harness, repoInitialized: path !== null, originRepo, ownLogins: [] }),
    performer: createDirectPerformer({ github, secret: options.secret, now: Date.now }),
    emit: options.emit,
    now: () => new Date().toISOString(),
    principal: options.principal,
    graphs: operator.graphs,
    remote: createRemoteReader(github),
  };
}

const SLUG = /[/:]([A-Za-z0-9._-]{1,100})\/([A-Za-z0-9._-]{1,100}?)(?:\.git)?\/?$/;

/** `owner/repo` of the checkout's origin on github.com; empty when git does not say. Only a declaration counts elsewhere. */
async function originOf(repo: string): Promise<string> {
  try {
    const { stdout } = await run('git', ['-C', repo, 'config', '--get', 'remote.origin.url'], { timeout: 5000 });
    const url = stdout.trim();
    const [, owner, name] = /github\.com[/:]/.test(url) ? (SLUG.exec(url) ?? []) : [];
    return owner === undefined || name === undefined ? '' : `${owner}/${name}`;
  } catch {
    // No git, no repository or no origin: nothing is derived, and outward effects say what is missing.
    return '';
  }
}
