import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderReference } from './reference/render-reference.ts';

const root = path.resolve(import.meta.dirname, '..');
const pages = await renderReference();

describe('docs/reference', () => {
  it.each([...pages.keys()])('%s is what the code declares (regenerate: scripts/generate-reference.ts)', (name) => {
    expect(readFileSync(path.join(root, 'docs/reference', name), 'utf8')).toBe(pages.get(name));
  });

  it('has the verbs, keys, events and faults that everybody meets', () => {
    expect(pages.get('commands.md')).toContain('## `the-loop gate answer <item> <answer>`');
    expect(pages.get('config.md')).toContain('| `routing.authorizedUsers` |');
    expect(pages.get('events.md')).toContain('`service.started`');
    expect(pages.get('errors.md')).toContain('`SERVICE_PORT_BUSY`');
  });

  it('says of every fault when it happens', () => {
    const silent = (pages.get('errors.md') ?? '').match(/^\| `[A-Z_]+` \|\s+\|.*$/gm) ?? [];
    expect(silent).toEqual([]);
  });
});
