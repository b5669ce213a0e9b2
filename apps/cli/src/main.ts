/** Entry of the `the-loop` binary. The version is answered before anything else is loaded. */
import { version } from './version.ts';

/** Bundled apart, because a file for each thing that two commands share costs more time than the things themselves. */
const ITEM_COMMANDS = new Set(['graph', 'gate', 'check']);

const [first = ''] = process.argv.slice(2);
if (first === '--version' || first === '-V') {
  process.stdout.write(`the-loop ${version}\n`);
} else if (ITEM_COMMANDS.has(first)) {
  const { runItemProgram } = await import('./item-program.ts');
  await runItemProgram(process.argv.slice(2));
} else {
  const { runProgram } = await import('./program.ts');
  await runProgram(process.argv.slice(2));
}
