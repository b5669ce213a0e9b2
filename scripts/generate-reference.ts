/** Writes `docs/reference`: node --conditions=@the-loop/source --import tsx scripts/generate-reference.ts */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderReference } from './reference/render-reference.ts';

const folder = path.resolve(import.meta.dirname, '../docs/reference');
mkdirSync(folder, { recursive: true });
for (const [name, text] of await renderReference()) {
  writeFileSync(path.join(folder, name), text);
  process.stdout.write(`wrote docs/reference/${name}\n`);
}
