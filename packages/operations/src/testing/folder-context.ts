import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFileItemStore, deferringPerformer } from '@the-loop/graph-runtime';
import { builtinHooks } from '@the-loop/hooks';
import { type OperationContext } from '../operation-context.ts';
import { noMemory } from './no-memory.ts';

/** A temporary folder with work items, and the context of a person who works in it. */
export interface FolderContext {
  readonly context: OperationContext;
  readonly root: string;
  /** Every file in it, relative, sorted. */
  files(): readonly string[];
  remove(): void;
}

export function folderContext(): FolderContext {
  const root = mkdtempSync(path.join(tmpdir(), 'operations-'));
  let seconds = Date.parse('2026-01-01T00:00:00Z') / 1000;
  const verbs = {
    store: createFileItemStore({ repoRoot: root, specDir: 'docs/specs', originRepo: 'acme/app' }),
    hooks: builtinHooks,
    settings: {
      authorizedUsers: ['alice'],
      ownLogins: [],
      sharedIdentityAccepted: false,
      phaseLabelPrefix: 'loop:',
      executeKeyword: 'the-loop execute',
      sessionPerPr: 'never' as const,
      originRepo: 'acme/app',
      repoInitialized: true,
      verifyCommand: [],
      notifications: {},
      minApprovals: 1,
    },
    performer: deferringPerformer,
    emit: () => undefined,
    now() {
      seconds += 1;
      return new Date(seconds * 1000).toISOString();
    },
    principal: { login: 'alice' },
  };
  return {
    root,
    context: {
      ...noMemory,
      isAgent: false,
      verbs: () => Promise.resolve(verbs),
      events: { query: () => Promise.resolve([]) },
    },
    files: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
        .sort(),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
