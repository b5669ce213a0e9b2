import {
  type CommentEffect,
  type FeedbackEffect,
  type GraphNode,
  type HookResult,
  type Stamp,
} from '@the-loop/graph-core';
import { type GateAnswer, type ReadAnswer } from './gate-answer.ts';

interface Told {
  readonly ref: string;
  readonly node: GraphNode;
  readonly stamp: Stamp;
  readonly subjects: Readonly<Record<string, string>>;
}

function quote(text: string): string {
  return text
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n');
}

function textOf(answer: GateAnswer): string {
  if (answer.kind === 'goal')
    return quote(`Goal: ${answer.goal}\n${answer.criteria.map((one) => `- ${one}`).join('\n')}`);
  if (answer.kind === 'select') return '';
  return answer.note === undefined || answer.note.trim() === '' ? '' : quote(answer.note);
}

function chosen({ fact }: ReadAnswer): string {
  if (fact.kind !== 'selected') return '';
  const skips = fact.skips.length === 0 ? 'no phase is left out' : `left out: ${fact.skips.join(', ')}`;
  return fact.optIns.length === 0 ? skips : `${skips}; added: ${fact.optIns.join(', ')}`;
}

/** The comment that tells the thread what was answered at a terminal. */
function announcement(told: Told, read: ReadAnswer, answer: GateAnswer): CommentEffect {
  const { by } = told.stamp;
  const note = by.note === undefined ? '' : ` (${by.note})`;
  const rows = Object.entries(told.subjects).map(([file, digest]) => `- \`${file}\` at \`${digest.slice(0, 12)}\``);
  const head = `**${told.node.id}**: ${read.outcome}, answered at a terminal by ${by.login}${note}.`;
  const body = [head, chosen(read), rows.join('\n'), textOf(answer)].filter((part) => part !== '').join('\n\n');
  return { kind: 'comment', ref: told.ref, purpose: 'confirmation', body };
}

/** What `record-feedback` would have written into the artifacts of the gate. */
function notes(told: Told, read: ReadAnswer, answer: GateAnswer): FeedbackEffect[] {
  const note = answer.kind === 'approve' || answer.kind === 'changes' ? (answer.note?.trim() ?? '') : '';
  if (note === '') return [];
  const targets = told.node.exit.filter((entry) => entry.hook === 'record-feedback').map((entry) => entry.with['into']);
  const comments = [{ author: told.stamp.by.login, body: note, url: '' }];
  return targets.flatMap((file): FeedbackEffect[] =>
    typeof file === 'string' ? [{ kind: 'feedback', file, outcome: read.outcome, comments }] : [],
  );
}

/** The answer as the result of the gate's own hook. */
export function asResult(told: Told, read: ReadAnswer, answer: GateAnswer): HookResult {
  return {
    status: 'pass',
    data: { outcome: read.outcome, facts: [read.fact] },
    effects: [announcement(told, read, answer), ...notes(told, read, answer)],
  };
}
