/** A throw-away copy of the workspace's rules with files planted in it, so that a check can be seen failing. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const repositoryRoot: string = path.resolve(import.meta.dirname, '../..');

const ruleFiles = [
  '.dependency-cruiser.cjs',
  'eslint.config.js',
  'tsconfig.base.json',
  'tsconfig.check.json',
  'knip.json',
  'pnpm-workspace.yaml',
];

export interface PlantedTree {
  readonly root: string;
  remove(): void;
}

/** Paths are relative to the tree; every package named in a path gets a manifest, an index and links to its workspace siblings. */
export function plantTree(
  files: Readonly<Record<string, string>>,
  siblings: Readonly<Record<string, readonly string[]>> = {},
): PlantedTree {
  const root = mkdtempSync(path.join(tmpdir(), 'the-loop-rules-'));
  for (const file of ruleFiles) copyFileSync(path.join(repositoryRoot, file), path.join(root, file));
  writeFileSync(
    path.join(root, 'package.json'),
    JSON.stringify({ name: 'planted', version: '0.0.0', private: true, type: 'module' }),
  );
  symlinkSync(path.join(repositoryRoot, 'node_modules'), path.join(root, 'node_modules'));
  const packages = new Set(
    Object.keys(files)
      .map((file) => file.split('/').slice(0, 2).join('/'))
      .filter((dir) => /^(packages|apps)\//.test(dir)),
  );
  for (const dir of packages) plantPackage(root, dir, siblings[dir] ?? []);
  for (const [file, text] of Object.entries(files)) write(root, file, text);
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function plantPackage(root: string, dir: string, siblings: readonly string[]): void {
  const dependencies = Object.fromEntries(siblings.map((name) => [`@the-loop/${name}`, 'workspace:*']));
  const manifest = {
    name: `@the-loop/${path.basename(dir)}`,
    version: '0.0.0',
    type: 'module',
    exports: { '.': { '@the-loop/source': './src/index.ts' } },
    dependencies,
  };
  write(root, `${dir}/package.json`, JSON.stringify(manifest));
  write(root, `${dir}/src/index.ts`, 'export const value: number = 1;\n');
  for (const name of siblings) {
    const link = path.join(root, dir, 'node_modules/@the-loop', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(root, 'packages', name), link);
  }
}

function write(root: string, file: string, text: string): void {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
