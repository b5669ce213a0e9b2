import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refKey, type WorkItemRef } from '@the-loop/graph-core';
import { createRepositories, GIT_IDENTITY, type GitRun, type Repositories, runGit } from '@the-loop/testkit';
import { type WorkspaceRequest } from '../workspace/prepare-workspace.ts';

/** A temporary root with two repositories to make checkouts of. */
export interface Workshop {
  readonly root: string;
  readonly origin: Repositories;
  readonly environment: Readonly<Record<string, string>>;
  /** A request for the checkout of `acme/app#<number>`. */
  request(number: number, more?: Partial<WorkspaceRequest>): WorkspaceRequest;
  git(cwd: string, ...args: string[]): Promise<GitRun>;
  close(): Promise<void>;
}

/** Opens a workshop; nothing in it reads a home directory. */
export async function openWorkshop(): Promise<Workshop> {
  const root = await mkdtemp(join(tmpdir(), 'the-loop-sessions-'));
  const origin = await createRepositories(join(root, 'origin'), ['acme/app', 'acme/infra']);
  const environment = { ...GIT_IDENTITY, PATH: process.env['PATH'] ?? '', HOME: join(root, 'no-home') };
  return {
    root,
    origin,
    environment,
    request(number, more = {}) {
      const ref: WorkItemRef = { provider: 'github', host: 'github.com', owner: 'acme', repo: 'app', number };
      return {
        root: join(root, 'work'),
        ref,
        key: refKey(ref),
        remote: origin.remote('acme/app'),
        environment,
        ...more,
      };
    },
    git: (cwd, ...args) => runGit(['-C', cwd, ...args], environment),
    close: () => rm(root, { recursive: true, force: true }),
  };
}
