import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { codeFile, openBundle } from './open-bundle.ts';

const SEALS = ['a'.repeat(64), 'b'.repeat(64)] as const;

/** A bundle that ends with a seal, and the code that V8 made of it. */
function bundleWith(seal: string, answer = 'one'): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'the-loop-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'bundle.cjs');
  writeFileSync(
    file,
    `exports.answer = () => '${answer}';\nexports.where = __dirname;\nexports.path = require('node:path');\n//${seal}`,
  );
  return file;
}

function compile(file: string): void {
  const bundle = openBundle(file);
  answerOf(bundle.evaluate());
  writeFileSync(codeFile(file), bundle.compiled());
}

const answerOf = (exported: unknown) => (exported as { answer: () => string }).answer();

describe('a bundle', () => {
  it('is evaluated as CommonJS, with nothing compiled before', () => {
    const file = bundleWith(SEALS[0]);
    expect(openBundle(file).evaluate()).toMatchObject({ where: path.dirname(file), path });
  });

  it('takes the code that was compiled of it', () => {
    const file = bundleWith(SEALS[0]);
    compile(file);
    const bundle = openBundle(file);
    expect(bundle.usesCompiledCode).toBe(true);
    expect(answerOf(bundle.evaluate())).toBe('one');
  });

  it('does not take code of another source, be it as long', () => {
    const file = bundleWith(SEALS[0]);
    compile(file);
    writeFileSync(file, readFileSync(bundleWith(SEALS[1], 'two')));
    const bundle = openBundle(file);
    expect(bundle.usesCompiledCode).toBe(false);
    expect(answerOf(bundle.evaluate())).toBe('two');
  });

  it.each(['', 'x', SEALS[0], `${SEALS[0]}${'x'.repeat(500)}`])('does not take code that is none: %s', (code) => {
    const file = bundleWith(SEALS[0]);
    writeFileSync(codeFile(file), code);
    const bundle = openBundle(file);
    expect(bundle.usesCompiledCode).toBe(false);
    expect(answerOf(bundle.evaluate())).toBe('one');
  });

  it('does not take code that lost its end', () => {
    const file = bundleWith(SEALS[0]);
    compile(file);
    const code = readFileSync(codeFile(file));
    writeFileSync(codeFile(file), code.subarray(0, code.length - 40));
    expect(answerOf(openBundle(file).evaluate())).toBe('one');
  });
});
