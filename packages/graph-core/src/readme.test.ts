import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const readme = readFileSync(`${root}README.md`, 'utf8');
const examples = readme.split('\n## ').flatMap((section): (readonly [string, string])[] => {
  const [title = '', ...lines] = section.split('\n');
  const begin = lines.indexOf('```ts');
  return begin < 0 ? [] : [[title, lines.slice(begin + 1, lines.indexOf('```', begin)).join('\n')]];
});

it('has three examples', () => {
  expect(examples.map(([title]) => title)).toEqual(['Names of work items', 'A graph, checked and drawn', 'A walk']);
});

it.each(examples)('the example "%s" runs', async (_, contents) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    alias: { '@the-loop/graph-core': `${root}src/index.ts` },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    external: ['node:*'],
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  await expect(import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)).resolves.toBeDefined();
});
