import { expect, it } from 'vitest';
import vectors from '../../vectors/commands.json' with { type: 'json' };
import { parseCommand } from './parse-command.ts';

type Expected = { kind: string; command?: string; commands?: string[] };

it.each(vectors.cases.map((entry) => [entry.id, entry] as const))('%s', (_, { input, expected }) => {
  const wanted = expected as Expected;
  const parsed = parseCommand(input.body, 'options' in input ? input.options : {});
  if (wanted.kind === 'not-a-command') expect(['none', 'near-miss']).toContain(parsed.kind);
  else if (wanted.kind === 'ambiguous') {
    expect(parsed.kind === 'ambiguous' && [...parsed.commands].sort()).toEqual([...(wanted.commands ?? [])].sort());
  } else expect(parsed).toMatchObject(wanted);
});
