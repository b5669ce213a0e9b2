/** Entry of the `the-loop` binary. The version is answered before anything else is loaded. */
import { version } from './version.ts';

/** The names of `ITEM_COMMANDS`. Bundled apart: a file for each thing that two commands share costs more time than the things. */
const BUNDLED_APART: ReadonlySet<string> = new Set(['graph', 'gate', 'check']);

async function main(args: readonly string[]): Promise<void> {
  const [first = ''] = args;
  if (first === '--version' || first === '-V') {
    process.stdout.write(`the-loop ${version}\n`);
  } else if (BUNDLED_APART.has(first)) {
    const { runItemProgram } = await import('./item-program.ts');
    await runItemProgram(args);
  } else {
    const { runProgram } = await import('./program.ts');
    await runProgram(args);
  }
}

void main(process.argv.slice(2));
