import { createContext, runInContext } from 'node:vm';
import { type BuildOptions, type BuildResult, build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;

type Bundle = BuildResult<{ write: false; metafile: true }>;

function bundle(contents: string, options: BuildOptions = {}): Promise<Bundle> {
  return build({
    stdin: { contents, resolveDir: `${root}src`, loader: 'ts' },
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
    ...options,
  });
}

const textOf = ({ outputFiles }: Bundle): string => outputFiles[0]?.text ?? '';
const packagesIn = ({ metafile }: Bundle): readonly string[] =>
  Object.entries(metafile.outputs).flatMap(([, { inputs }]) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .flatMap(([path]) => /node_modules\/(yaml|valibot)\//.exec(path)?.[1] ?? []),
  );

const WALK = `
import { degradations, emptyState, appendFacts, parseGraph, planAdvance, planStart, runChain, stateFromFile, stateToFile, viewState, renderGraph } from './index.ts';
async function walk() {
  const graph = parseGraph('name: tiny\\nnodes:\\n  - {id: work, exit: [look]}\\n  - {id: complete, terminal: true}\\nedges:\\n  - {from: work, to: complete, on: pass}\\n');
  const stamp = { at: '2026-01-01T00:00:00Z', by: { login: 'alice' }, source: { kind: 'terminal' } };
  const hooks = new Map([['look', { run: () => ({ status: 'pass' }), timeoutMs: 1 }]]);
  let state = emptyState('issue-1', 'octo/repo');
  state = appendFacts(state, planStart(graph, state, { stamp, artifacts: {} }).facts);
  const chain = await runChain(hooks, { node: graph.nodes[0], boundary: 'exit' });
  state = appendFacts(state, planAdvance(graph, state, { stamp, chain, artifacts: {}, claim: true }).facts);
  const read = stateFromFile(JSON.parse(JSON.stringify(stateToFile(graph, state, 1))));
  return [viewState(graph, read.value.state).currentNode, degradations(chain).length, renderGraph(graph, 'dot', state).length > 0];
}
globalThis.result = walk();
`;

describe('in a browser', () => {
  it('a walk needs nothing but the language: no node module, no process, no timers', async () => {
    const built = await bundle(WALK, { format: 'iife' });
    const context = createContext({});
    runInContext(textOf(built), context);
    expect(JSON.parse(JSON.stringify(await context['result']))).toEqual(['complete', 0, true]);
  });

  it('reading a compiled graph brings no YAML reader along', async () => {
    const built = await bundle("export { graphFromJSON, planAdvance, stateFromFile, viewState } from './index.ts';");
    expect(packagesIn(built)).toContain('valibot');
    expect(packagesIn(built)).not.toContain('yaml');
    expect(packagesIn(await bundle("export { parseGraph } from './index.ts';"))).toContain('yaml');
  });

  it('deriveRef alone costs less than 3 kB, from the source and from the published file', async () => {
    const fromSource = await bundle("export { deriveRef } from './index.ts';");
    expect(textOf(fromSource).length).toBeLessThan(3000);
    expect(packagesIn(fromSource)).toEqual([]);

    const published = await bundle("export * from './index.ts';", {
      minify: false,
      external: ['valibot', 'yaml'],
      platform: 'node',
    });
    const consumer = await build({
      stdin: { contents: "export { deriveRef } from 'published';", loader: 'js' },
      bundle: true,
      write: false,
      minify: true,
      format: 'esm',
      external: ['valibot', 'yaml'],
      plugins: [
        {
          name: 'published',
          setup: (setup) => {
            setup.onResolve({ filter: /^published$/ }, () => ({
              path: 'published',
              namespace: 'published',
              sideEffects: false,
            }));
            setup.onLoad({ filter: /.*/, namespace: 'published' }, () => ({ contents: textOf(published) }));
          },
        },
      ],
    });
    expect(consumer.outputFiles[0]?.text.length).toBeLessThan(3000);
  });
});
