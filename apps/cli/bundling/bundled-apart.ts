import { resolve as absolute } from 'node:path';
import { type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

interface Part {
  /** How the importing file's path ends. */
  readonly importer: string;
  /** How the imported file's path ends. */
  readonly file: string;
  /** Where its own bundle is, seen from the importing one; or the source file that opens it. */
  readonly bundle: { readonly output: string } | { readonly openedBy: string };
}

/** Leaves some imports to bundles of their own. */
export function bundledApart(parts: readonly Part[]): Plugin {
  return {
    name: 'bundled-apart',
    setup(build) {
      build.onResolve({ filter: /\.ts$/ }, ({ path, importer }) => {
        const from = importer.replaceAll('\\', '/');
        const part = parts.find((one) => path.endsWith(one.file) && from.endsWith(one.importer));
        if (part === undefined) return undefined;
        const { bundle } = part;
        return 'output' in bundle ? { path: bundle.output, external: true } : { path: absolute(bundle.openedBy) };
      });
    },
  };
}
