import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';

const packages = path.resolve(import.meta.dirname, '../../packages');
const IMPORT = /^import (type )?\{([^}]*)\} from '@the-loop\/([a-z-]+)';$/gm;
const EXPORT = /^export \{([^}]*)\} from '(\.[^']+)';$/gm;

interface Name {
  readonly name: string;
  readonly as: string;
}

/** The values of a list of names; types leave nothing behind. */
function valuesIn(list: string): Name[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && !entry.startsWith('type '))
    .map((entry) => {
      const [name = '', as = name] = entry.split(/\s+as\s+/);
      return { name, as };
    });
}

const known = new Map<string, ReadonlyMap<string, { readonly file: string; readonly name: string }>>();

/** Where the values of a package's entry point are written. */
function homesOf(name: string) {
  const found = known.get(name);
  if (found !== undefined) return found;
  const source = path.join(packages, name, 'src');
  const text = readFileSync(path.join(source, 'index.ts'), 'utf8');
  const homes = new Map(
    [...text.matchAll(EXPORT)].flatMap(([, list = '', from = '']) =>
      valuesIn(list).map((one) => [one.as, { file: path.join(source, from), name: one.name }] as const),
    ),
  );
  known.set(name, homes);
  return homes;
}

function direct(text: string, folder: string): string {
  return text.replaceAll(IMPORT, (whole: string, isType: string | undefined, list: string, from: string) => {
    const homes = homesOf(from);
    const names = isType === undefined ? valuesIn(list) : [];
    const lines = names.map(({ name, as }) => {
      const home = homes.get(name);
      if (home === undefined) throw new Error(`@the-loop/${from} does not say where ${name} comes from: ${whole}`);
      const file = path.relative(folder, home.file).split(path.sep).join('/');
      return `import { ${home.name} as ${as} } from '${file.startsWith('.') ? file : `./${file}`}';`;
    });
    // Lines stay where they are.
    return lines.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
  });
}

/**
 * Bundles what a file uses of a package, instead of all that its entry point offers. The bundler splits by file: without
 * this, whoever imports one function through an entry point loads the whole package and what it depends on.
 */
export function directImports(): Plugin {
  return {
    name: 'direct-imports',
    setup(build) {
      build.onLoad({ filter: /[/\\](packages|apps)[/\\][a-z-]+[/\\]src[/\\].*\.ts$/ }, ({ path: file }) => ({
        contents: direct(readFileSync(file, 'utf8'), path.dirname(file)),
        loader: 'ts',
        resolveDir: path.dirname(file),
      }));
    },
  };
}
