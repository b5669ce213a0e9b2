/** In the built command this stands for `../item-program.ts`, whose bundle it opens. */
import { fileURLToPath } from 'node:url';
import type * as itemProgram from '../item-program.ts';
import { openBundle } from './open-bundle.ts';

const bundle = openBundle(fileURLToPath(new URL('item-program.cjs', import.meta.url)));

export const { runItemProgram } = bundle.evaluate() as typeof itemProgram;
