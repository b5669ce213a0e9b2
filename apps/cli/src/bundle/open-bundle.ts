import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/** A CommonJS file that was not evaluated yet. */
export interface Bundle {
  /** Whether V8 took the code that was compiled before. */
  readonly usesCompiledCode: boolean;
  /** What it exports. */
  evaluate(): unknown;
  /** The code that V8 has made of it so far, for `codeFile`. */
  compiled(): Buffer;
}

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname'];
/** How many characters a seal has: a digest in hexadecimal. */
const SEAL = 64;

/** Where the compiled code of a bundle is kept: the seal that its source ends with, then what V8 made of that source. */
export const codeFile = (file: string): string => `${file}.code`;

/**
 * Opens a bundle together with the code that was compiled when it was built, so that its start compiles next to nothing.
 * Without such code, with code of another source, or of another Node.js, it is compiled as any file is.
 *
 * Node.js 22 does this by itself (https://nodejs.org/api/module.html#moduleenablecompilecachecachedir); 20 does not.
 */
export function openBundle(file: string): Bundle {
  // A bundle is plain ASCII: the bundler escapes everything else.
  const source = readFileSync(file, 'latin1');
  const cachedData = readCode(file, source);
  const script = new Script(`(function (${PARAMETERS.join(', ')}) {${source}\n})`, {
    filename: file,
    ...(cachedData === null ? {} : { cachedData }),
  });
  return {
    usesCompiledCode: script.cachedDataRejected === false,
    evaluate: () => {
      const module = { exports: {} };
      const run = script.runInThisContext() as (...given: readonly unknown[]) => void;
      run(module.exports, createRequire(file), module, file, path.dirname(file));
      return module.exports;
    },
    compiled: () => Buffer.concat([sealOf(source), script.createCachedData()]),
  };
}

/** V8 compares no more than the length of a source, and code of another one must never run. */
function readCode(file: string, source: string): Buffer | null {
  let code: Buffer;
  try {
    code = readFileSync(codeFile(file));
  } catch {
    return null;
  }
  return code.subarray(0, SEAL).equals(sealOf(source)) ? code.subarray(SEAL) : null;
}

function sealOf(source: string): Buffer {
  return Buffer.from(source.slice(-SEAL), 'latin1');
}
