import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as entry from './index.ts';
import { operations } from './operations.ts';

const all = [...operations.values()];

function keysOf(schema: v.GenericSchema): string[] {
  return Object.keys((schema as v.GenericSchema & { readonly entries: object }).entries);
}

describe('every verb', () => {
  it('is declared once', () => {
    const declared = Object.values(entry).filter((one) => typeof one === 'object' && 'invoke' in one);
    expect(new Set(declared.map(({ name }) => name))).toEqual(new Set(operations.keys()));
    expect(declared).toHaveLength(operations.size);
    expect(new Set(all.map(({ summary }) => summary)).size).toBe(all.length);
  });

  it.each(all)('$name says what it does and what each of its inputs means', ({ summary, parameters }) => {
    expect(summary).toMatch(/^[a-z].{10,}[^.]$/);
    for (const { help } of parameters) expect(help).toMatch(/^\S.*[^.]$/);
  });

  it.each(all)('$name declares each of its inputs once, and no other', ({ input, parameters }) => {
    const keys = parameters.map(({ key }) => key);
    expect(keysOf(input)).toEqual(expect.arrayContaining(keys));
    expect(new Set(keys).size).toBe(keys.length);
    const flags = parameters.flatMap((parameter) =>
      parameter.kind === 'option' ? [parameter.flag.split(' ')[0]] : [],
    );
    expect(new Set(flags).size).toBe(flags.length);
  });

  it.each(all)(
    '$name writes a value after a flag that takes one, and none after one that does not',
    ({ parameters }) => {
      for (const parameter of parameters) {
        if (parameter.kind === 'option')
          expect(parameter.flag).toMatch(parameter.takes === 'nothing' ? /^--[a-z-]+$/ : /^--[a-z-]+ <[^<>]+>$/);
      }
    },
  );

  it('that only people may do needs the widest scope', () => {
    const admin = all.filter(({ scope }) => scope === 'admin').map(({ name }) => name);
    expect(admin).toEqual(
      expect.arrayContaining([
        'gate.answer',
        'graph.abandon',
        'graph.force',
        'graph.migrate',
        'graph.skip',
        'graph.unskip',
      ]),
    );
    expect(all.filter(({ scope }) => scope === 'claim').map(({ name }) => name)).toEqual([
      'graph.complete',
      'sessions.link-pr',
    ]);
  });
});
