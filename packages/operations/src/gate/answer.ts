import { LoopError } from '@the-loop/graph-core';
import { type AnswerReport, answerGate, exitCodeOfVerb, type GateAnswer, renderAnswer } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { addressEntries, addressOptions, itemArgument, refuseAgent, verbInput } from '../address.ts';
import { operation } from '../operation.ts';

const Input = v.strictObject({
  ...addressEntries,
  answer: v.picklist(['approve', 'changes', 'select', 'goal'], 'answer with approve, changes, select or goal'),
  note: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
  skip: v.optional(v.array(v.string()), []),
  add: v.optional(v.array(v.string()), []),
  goal: v.optional(v.string()),
  criterion: v.optional(v.array(v.string()), []),
  actor: v.optional(v.pipe(v.string(), v.maxLength(200))),
});

type AnswerInput = v.InferOutput<typeof Input>;

function gateAnswer(input: AnswerInput): GateAnswer {
  switch (input.answer) {
    case 'approve':
      return { kind: 'approve', ...(input.note === undefined ? {} : { note: input.note }) };
    case 'changes':
      return { kind: 'changes', note: demand(input.note, '--note <text>: say what is to change') };
    case 'select':
      return { kind: 'select', skips: input.skip, optIns: input.add };
    case 'goal':
      return { kind: 'goal', goal: demand(input.goal, '--goal <text>'), criteria: input.criterion };
  }
}

function demand(text: string | undefined, what: string): string {
  if (text !== undefined && text.trim() !== '') return text;
  throw new LoopError('OPERATION_USAGE', `this answer needs ${what}`, { remedy: `pass ${what.split(':')[0] ?? what}` });
}

/** A person's answer to the gate where an item waits. Works without GitHub. */
export const answer = operation<AnswerInput, AnswerReport>({
  name: 'gate.answer',
  summary: 'answer the gate where an item waits, as the person at this terminal',
  scope: 'admin',
  reach: 'service',
  parameters: [
    itemArgument,
    { kind: 'argument', key: 'answer', help: 'approve, changes, select or goal' },
    {
      kind: 'option',
      key: 'note',
      flag: '--note <text>',
      help: 'words beside the answer; needed for changes',
      takes: 'text',
    },
    {
      kind: 'option',
      key: 'skip',
      flag: '--skip <token>',
      help: 'select: a phase or skip set to leave out; may be repeated',
      takes: 'list',
    },
    {
      kind: 'option',
      key: 'add',
      flag: '--add <node>',
      help: 'select: an opt-in phase to add; may be repeated',
      takes: 'list',
    },
    { kind: 'option', key: 'goal', flag: '--goal <text>', help: 'goal: what is to be reached', takes: 'text' },
    {
      kind: 'option',
      key: 'criterion',
      flag: '--criterion <text>',
      help: 'goal: how one will know; may be repeated',
      takes: 'list',
    },
    { kind: 'option', key: 'actor', flag: '--actor <who>', help: 'a note beside who answers', takes: 'text' },
    ...addressOptions,
  ],
  input: Input,
  async run(context, input) {
    refuseAgent(context, 'answer a gate');
    const actor = input.actor === undefined ? {} : { actor: input.actor };
    return answerGate(await context.verbs(input), { ...verbInput(input), answer: gateAnswer(input), ...actor });
  },
  text: (report) =>
    [
      renderAnswer(report),
      ...Object.entries(report.subjects).map(([file, digest]) => `  · ${digest.slice(0, 12)} ${file}`),
    ].join('\n'),
  exitCode: exitCodeOfVerb,
});
