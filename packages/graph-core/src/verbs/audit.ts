import { type CommentEffect, type LogEffect } from '../hook/effect.ts';
import { type GraphState } from '../state/graph-state.ts';
import { type PlannedEffect, type Stamp } from './plan.ts';

/** The file people read about what happened to an item. */
const LOG = 'execution-log.md';

/** What is told about a verb that overrides the graph. */
export interface Audit {
  readonly hook: 'skip' | 'unskip' | 'force' | 'abandon';
  readonly node: string;
  readonly stamp: Stamp;
  /** One sentence without a full stop. */
  readonly text: string;
  readonly reason: string;
  /** Where the comment is posted; without it there is none. */
  readonly ref?: string | undefined;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Somebody wrote the reason at a terminal: as a quote it can neither mention nor command. */
function asQuote(text: string): string {
  return `> ${oneLine(text).replaceAll('@', '@\u200b').replaceAll('<', '&lt;')}`;
}

function who({ by }: Stamp): string {
  return by.note === undefined || by.note === '' ? by.login : `${by.login} (${oneLine(by.note)})`;
}

/** The line in the execution log, and the comment on the thread. Their keys differ for every occurrence. */
export function auditEffects(state: GraphState, audit: Audit): readonly PlannedEffect[] {
  const { hook, node, stamp, text, reason, ref } = audit;
  const planned = { hook, node, boundary: 'verb', index: state.facts.length } as const;
  const log: LogEffect = {
    kind: 'log',
    file: LOG,
    line: `- ${stamp.at} ${hook}: ${text}, by ${who(stamp)}: ${oneLine(reason)}`,
  };
  if (ref === undefined || ref === '') return [{ ...planned, hook: `${hook}-log`, effect: log }];
  const comment: CommentEffect = {
    kind: 'comment',
    ref,
    purpose: 'audit',
    body: `**${hook}**: ${text}, by ${who(stamp).replaceAll('@', '')}.\n\n${asQuote(reason)}`,
  };
  return [
    { ...planned, effect: comment },
    { ...planned, hook: `${hook}-log`, effect: log },
  ];
}
