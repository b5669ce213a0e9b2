/** In the built command this stands for `../item-program.ts`, whose bundle it opens. */
import path from 'node:path';
import type * as itemProgram from '../item-program.ts';
import { openBundle } from './open-bundle.ts';

const bundle = openBundle(path.join(import.meta.dirname, 'item-program.cjs'));

export const { runItemProgram } = bundle.evaluate() as typeof itemProgram;
