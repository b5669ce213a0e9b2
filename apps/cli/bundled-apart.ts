import { type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

interface Part {
  /** How the importing file's path ends. */
  readonly importer: string;
  /** How the imported file's path ends. */
  readonly file: string;
  /** Where its own bundle is, seen from the importing one. */
  readonly output: string;
}

/** Leaves one import to a bundle of its own. */
export function bundledApart({ importer, file, output }: Part): Plugin {
  const name = file.split('/').at(-1) ?? '';
  return {
    name: 'bundled-apart',
    setup(build) {
      build.onResolve({ filter: /\.ts$/ }, (found) => {
        const isPart = found.path.endsWith(`/${name}`) && found.importer.replaceAll('\\', '/').endsWith(importer);
        return isPart ? { path: output, external: true } : undefined;
      });
    },
  };
}
