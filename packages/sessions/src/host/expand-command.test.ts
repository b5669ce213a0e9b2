import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandCommand, wantsPromptFile } from './expand-command.ts';

const values = { promptFile: '/p', sessionId: 's', workItem: 'github:o/r#1', cwd: '/c' };

it('fills placeholders inside single elements', () => {
  expect(
    expandCommand(['run', '--file={promptFile}', '{sessionId}-{workItem}', '{cwd}', '{}', '${HOME}'], values),
  ).toEqual(['run', '--file=/p', 's-github:o/r#1', '/c', '{}', '${HOME}']);
  expect(wantsPromptFile(['a', 'x{promptFile}'])).toBe(true);
  expect(wantsPromptFile(['a'])).toBe(false);
});

describe('it refuses', () => {
  it.each([[[]], [['']], [['a', '{prompt}']], [['a', 'b\0c']]])('%j', (command) => {
    expect(() => expandCommand(command, values)).toThrow(expect.objectContaining({ code: 'AGENT_COMMAND_INVALID' }));
  });
});

it('never makes two arguments of one, and never reads what it filled in', () => {
  const text = fc.string().filter((value) => !value.includes('\0'));
  fc.assert(
    fc.property(text, (cwd) => {
      expect(expandCommand(['p', '{cwd}'], { ...values, cwd })).toEqual(['p', cwd]);
    }),
  );
});
