import { createRequire } from 'node:module';
import path from 'node:path';
import { type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** A dependency by name, and a package of ours that depends on it. */
type Dependencies = Readonly<Record<string, string>>;

/** Entries of a build that makes one CommonJS file of each dependency. */
export function entriesOf(dependencies: Dependencies): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, from]) => {
      const { resolve } = createRequire(path.resolve(`../../packages/${from}/package.json`));
      return [`vendor/${name}`, resolve(name)];
    }),
  );
}

/** Leaves dependencies that most runs never load to those files. */
export function keptApart(dependencies: Dependencies): Plugin {
  const filter = new RegExp(`^(?:${Object.keys(dependencies).join('|')})$`);
  return {
    name: 'kept-apart',
    setup(build) {
      build.onResolve({ filter }, ({ path: name }) => ({ path: `./vendor/${name}.cjs`, external: true }));
    },
  };
}
