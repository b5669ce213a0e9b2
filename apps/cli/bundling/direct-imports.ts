import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const packages = path.resolve('../../packages');
const IMPORT = /^import (type )?\{([^}]*)\} from '@the-loop\/([a-z-]+)';$/gm;
const TYPES_ONLY = /^import \{(?:\s*type \w+(?: as \w+)?,?)+\s*\} from '[^']+';$/gm;
const PASSED_ON = /^export \{([^}]*)\} from '@the-loop\/([a-z-]+)';$/gm;
const DESTRUCTURED = /\{ ([\w, ]+) \} = await import\('@the-loop\/([a-z-]+)'\)/g;
const PICKED = /\(await import\('@the-loop\/([a-z-]+)'\)\)\.(\w+)/g;
const EXPORT = /^export \{([^}]*)\} from '(\.[^']+)';$/gm;

interface Home {
  readonly file: string;
  readonly name: string;
}

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

const known = new Map<string, ReadonlyMap<string, Home>>();

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

/** A value of a package, seen from a folder; what the entry point itself defines is taken from there. */
function homeOf(name: string, from: string, folder: string): Home {
  const home = homesOf(from).get(name);
  if (home === undefined) return { name, file: `@the-loop/${from}` };
  const file = path.relative(folder, home.file).split(path.sep).join('/');
  return { name: home.name, file: file.startsWith('.') ? file : `./${file}` };
}

/** Lines stay where they are. */
function onOneLine(statements: readonly string[], whole: string): string {
  return statements.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
}

function direct(text: string, folder: string): string {
  return text
    .replaceAll(TYPES_ONLY, (whole) => onOneLine([], whole))
    .replaceAll(IMPORT, (...[whole, isType, list, from]: [string, string | undefined, string, string]) => {
      const statements = (isType === undefined ? valuesIn(list) : []).map(({ name, as }) => {
        const home = homeOf(name, from, folder);
        return `import { ${home.name} as ${as} } from '${home.file}';`;
      });
      return onOneLine(statements, whole);
    })
    .replaceAll(PASSED_ON, (whole: string, list: string, from: string) => {
      const statements = valuesIn(list).map(({ name, as }) => {
        const home = homeOf(name, from, folder);
        return `export { ${home.name} as ${as} } from '${home.file}';`;
      });
      return onOneLine(statements, whole);
    })
    .replaceAll(DESTRUCTURED, (_whole, list: string, from: string) =>
      valuesIn(list)
        .map(({ name }) => {
          const home = homeOf(name, from, folder);
          return `{ ${home.name}: ${name} } = await import('${home.file}')`;
        })
        .join(', '),
    )
    .replaceAll(PICKED, (_whole, from: string, name: string) => {
      const home = homeOf(name, from, folder);
      return `(await import('${home.file}')).${home.name}`;
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
