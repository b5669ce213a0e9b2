import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from './command.ts';
import { matchCommands } from './match-commands.ts';
import { parseCommand } from './parse-command.ts';

describe('arguments', () => {
  it.each([
    ['the-loop do \u2014 bump ruff', 'do', 'bump ruff'],
    ['the-loop do - bump ruff', 'do', 'bump ruff'],
    ['the-loop do: fix the typo', 'do', 'fix the typo'],
    ['**the-loop do: fix it**', 'do', 'fix it'],
    ['(the-loop do fix it)', 'do', 'fix it'],
    ['the-loop cleanup --confirm', 'cleanup', '--confirm'],
    ['the-loop start default', 'start', 'default'],
    ['the-loop approve --over @bob', 'approve', '--over @bob'],
    ['the-loop request-changes: more tests', 'request-changes', 'more tests'],
    ['the-loop goal: ship the-loop stop', 'goal', 'ship the-loop stop'],
    ['_the-loop stop_', 'stop', ''],
    ['the-loop start:', 'start', ''],
    ['@the-loop[bot]: the-loop status', 'status', ''],
    ['the-loop done', 'done', ''],
    ['the-loop help.', 'help', ''],
  ])('%j is %s with %j', (body, command, args) => {
    expect(parseCommand(body)).toEqual({ kind: 'command', command, args });
  });
});

describe('what is no command', () => {
  it.each([
    ['the-loop stop?', { kind: 'near-miss', command: 'stop' }],
    ['the-loop stop ?', { kind: 'near-miss', command: 'stop' }],
    ['the-loop help me', { kind: 'near-miss', command: 'help' }],
    ['- [ ] the-loop execute', { kind: 'near-miss', command: 'execute' }],
    ['the-loop start/stop', { kind: 'none' }],
    ['my-the-loop start', { kind: 'none' }],
    ['the-loop doing', { kind: 'none' }],
    ['the-loop request', { kind: 'none' }],
  ])('%j: %j', (body, expected) => {
    expect(parseCommand(body)).toEqual(expected);
  });

  it('A18: two phrases in one comment, such as a quoted checklist answered with another, are ambiguous', () => {
    const body = '- [x] design\n\nthe-loop execute\n\nthe-loop stop';
    expect(parseCommand(body)).toEqual({ kind: 'ambiguous', commands: ['execute', 'stop'] });
  });

  it('is every command when it is quoted, fenced or commented out', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...COMMANDS),
        fc.constantFrom('> X', '```\nX\n```', '<!-- X -->', '<!--\nX\n-->'),
        (command, frame) => {
          expect(parseCommand(frame.replace('X', `the-loop ${command}`))).toEqual({ kind: 'none' });
        },
      ),
    );
  });
});

describe('phrases', () => {
  it('of two commands that were given the same phrase are ambiguous', () => {
    const keywords = { start: '/go', stop: '/GO' };
    expect(parseCommand('/go', { keywords })).toEqual({ kind: 'ambiguous', commands: ['start', 'stop'] });
  });

  it('are literal, however they look', () => {
    expect(parseCommand('go+(now)', { keywords: { start: 'go+(now)' } })).toMatchObject({ command: 'start' });
    expect(parseCommand('goo(now)', { keywords: { start: 'go+(now)' } })).toEqual({ kind: 'none' });
  });

  it('may all be switched off', () => {
    const keywords = Object.fromEntries(COMMANDS.map((command) => [command, ' ']));
    expect(parseCommand('the-loop start', { keywords })).toEqual({ kind: 'none' });
  });
});

it('finds every phrase with its line', () => {
  const body = 'hello\nthe-loop approve\n\nI will not the-loop stop\nthe-loop goal: x';
  expect(matchCommands(body)).toEqual([
    { command: 'approve', kind: 'command', args: '', line: 2 },
    { command: 'stop', kind: 'near-miss', args: '', line: 4 },
    { command: 'goal', kind: 'command', args: 'x', line: 5 },
  ]);
});

it('reads every command in every decoration, and only one of ours comes out', () => {
  const around = fc.constantFrom(
    ['', ''],
    ['**', '**'],
    ['`', '`'],
    ['(', ')'],
    ['- ', ''],
    ['@bot ', '!'],
    ['/', '.'],
    ['  ', '  '],
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...COMMANDS),
      around,
      fc.constantFrom(' ', '  ', '\t', '\u00A0'),
      (command, [before, after], gap) => {
        expect(parseCommand(`Hi.\n${before}The-Loop${gap}${command}${after}\nBye.`)).toMatchObject({
          kind: 'command',
          command,
        });
      },
    ),
  );
  fc.assert(
    fc.property(fc.string(), (body) => {
      const parsed = parseCommand(body);
      expect(parsed.kind === 'command' ? COMMANDS.includes(parsed.command) : true).toBe(true);
    }),
  );
});
