import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createFileItemStore } from '../items/file-item-store.ts';
import { type ItemStore } from '../items/item-store.ts';

/** A temporary checkout. */
export interface Workspace {
  readonly root: string;
  readonly store: ItemStore;
  write(path: string, content: string | Buffer): void;
  read(path: string): string;
  remove(): void;
}

/** A temporary checkout with its item store at `docs/specs`. */
export function createWorkspace(originRepo = 'acme/app'): Workspace {
  const root = mkdtempSync(join(tmpdir(), 'graph-runtime-'));
  return {
    root,
    store: createFileItemStore({ repoRoot: root, specDir: 'docs/specs', originRepo }),
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
