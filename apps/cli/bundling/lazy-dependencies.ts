import { type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** A function or class that loads its module when it is first called. */
function lazyExport(name: string): string {
  return `export function ${name}(...args) {
  return new.target === undefined ? load().${name}(...args) : new (load().${name})(...args);
}`;
}

/**
 * Dependencies that most runs of the command never call, loaded on the first call: by module, the functions and classes that
 * are used of it. Whatever else is imported of them fails the build.
 */
export function lazyDependencies(modules: Readonly<Record<string, readonly string[]>>): Plugin {
  const filter = new RegExp(`^(?:${Object.keys(modules).join('|')})$`);
  return {
    name: 'lazy-dependencies',
    setup(build) {
      build.onResolve({ filter }, ({ kind, path, resolveDir }) =>
        kind === 'import-statement'
          ? { path, namespace: 'lazy', pluginData: resolveDir, sideEffects: false }
          : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path, pluginData }) => ({
        contents: [`const load = () => require('${path}');`, ...(modules[path] ?? []).map(lazyExport)].join('\n'),
        loader: 'js',
        resolveDir: pluginData as string,
      }));
    },
  };
}
