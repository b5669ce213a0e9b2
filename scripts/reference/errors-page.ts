import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type ErrorCode, errorCodesOf } from './error-sources.ts';
import { cell, page, table } from './markdown-page.ts';

const root = path.resolve(import.meta.dirname, '../..');

const INTRODUCTION = `Faults have a code that never changes; branch on it, never on the message. In messages and remedies \`…\` stands for what is filled
in. Expected answers, such as a gate that waits, are results and not faults.`;

/** Every fault of every package, as its \`errors.ts\` lists them. */
export function errorsPage(): string {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}`),
  );
  const withErrors = folders.filter((folder) => existsSync(path.join(root, folder, 'src/errors.ts')));
  return page('Errors', INTRODUCTION, withErrors.flatMap(section));
}

function section(folder: string): string[] {
  const codes = errorCodesOf(path.join(root, folder, 'src'));
  const rows = codes.map((entry) => [`\`${entry.code}\``, cell(whenOf(entry)), cell(entry.remedy)]);
  return codes.length === 0 ? [] : [`## ${folder}`, table(['Code', 'When', 'What helps'], rows)];
}

function whenOf({ comment, message }: ErrorCode): string {
  return comment === '' ? message : comment;
}
