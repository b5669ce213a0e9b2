import type { Options } from 'tsup';

/** How every library is built: one ESM file per package; types come from `tsc -b`. */
export function library(overrides: Options = {}): Options {
  return {
    entry: ['src/index.ts'],
    format: ['esm'],
    dts: false,
    sourcemap: true,
    clean: true,
    target: 'node20',
    ...overrides,
  };
}
