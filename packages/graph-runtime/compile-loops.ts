/** Compiles graphs/*.yaml to src/shipped/*.generated.json. With `--check` it only says which files are behind. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileLoop } from './src/loops/compile-loop.ts';

const here = import.meta.dirname;
const behind: string[] = [];
for (const file of readdirSync(join(here, 'graphs'))) {
  const target = join(here, 'src/shipped', file.replace(/\.yaml$/, '.generated.json'));
  const text = compileLoop(readFileSync(join(here, 'graphs', file), 'utf8'));
  if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== text) behind.push(file);
  } else {
    writeFileSync(target, text);
  }
}
if (behind.length > 0) {
  process.stderr.write(`compiled loops are behind: ${behind.join(', ')}; run compile-loops.ts\n`);
  process.exitCode = 1;
}
