/** Entry of the `the-loop` binary. The version is answered before anything else is loaded. */
import { version } from './version.ts';

const [first] = process.argv.slice(2);
if (first === '--version' || first === '-V') {
  process.stdout.write(`the-loop ${version}\n`);
} else {
  const { runProgram } = await import('./program.ts');
  await runProgram(process.argv.slice(2));
}
