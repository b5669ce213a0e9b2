import { type GateComment, type HookContext } from '@the-loop/graph-core';
import { answersOf, commandOf } from '../replies/replies.ts';
import { isAnswer, type Rows, readRows } from './rows.ts';

/** A comment with which an authorized person signs a phase selection. */
export interface Signing {
  readonly comment: GateComment;
  /** `execute` signs the checklist, with the rows of the comment over it; `start` brings the whole selection along. */
  readonly command: 'execute' | 'start';
  readonly rows: Rows;
  /** The comment holds a list of its own. */
  readonly hasList: boolean;
}

/** The latest signature among the comments that are given; `null` when nobody signed. */
export function findSigning(context: HookContext): Signing | null {
  const answers = answersOf(context.comments, context.settings);
  for (const comment of answers.toReversed()) {
    const signing = readSigning(context, comment);
    if (signing !== null) return signing;
  }
  return null;
}

function readSigning(context: HookContext, comment: GateComment): Signing | null {
  const parsed = commandOf(comment.body, context.settings);
  if (comment.kind === 'inline' || parsed.kind !== 'command') return null;
  const { command } = parsed;
  if (command !== 'execute' && command !== 'start') return null;
  const rows = readRows(context.graph, comment.body);
  const hasList = isAnswer(rows);
  const asksForDefaults = /^defaults?[.!]?$/i.test(parsed.args.trim());
  return command === 'execute' || hasList || asksForDefaults ? { comment, command, rows, hasList } : null;
}
