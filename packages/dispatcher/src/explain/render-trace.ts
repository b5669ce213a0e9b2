import { type DropReason, dropReasons } from '@the-loop/router';
import { type Effect } from '../decide/effect.ts';
import { reasonSentence } from '../decide/reasons.ts';
import { type DecidedTrace, type DecisionTrace, type TracedLink } from './decision-trace.ts';

/** A trace as lines for a person: what came, what it was about, what was known, which rule answered, what follows. */
export function renderTrace(trace: DecisionTrace): readonly string[] {
  if (trace.kind === 'dropped') {
    return [`dropped: ${trace.reason}`, `  ${sentenceOfDrop(trace.reason)}`, ...trace.links.map(linkLine)];
  }
  const { event, decision } = trace;
  const action = event.action === '' ? event.event : `${event.event}.${event.action}`;
  return [
    `${decision.settle}: ${decision.reason}`,
    `  ${reasonSentence(decision.reason)}`,
    `event: ${action} (${event.treatment}) by ${event.actor || 'nobody'}${event.authorized ? ', authorized' : ''}`,
    ...trace.links.map(linkLine),
    ...(trace.command === '' ? [] : [`command: ${trace.command}`]),
    ...sessionLines(trace),
    `snapshot: ${trace.snapshotDigest}`,
    `rule: ${trace.rule}`,
    ...decision.effects.map((effect, index) => `effect ${index + 1}: ${effectLine(effect)}`),
    ...decision.replies.map((reply) => `reply: ${reply.kind}${reply.kind === 'reaction' ? ` ${reply.content}` : ''}`),
  ];
}

function linkLine(link: TracedLink): string {
  const asked = link.existence === 'not-asked' ? '' : `, ${link.existence}`;
  return `link: ${link.ref} (${link.sources.join(', ')}${asked})`;
}

function sessionLines({ snapshot }: DecidedTrace): readonly string[] {
  const sessions = snapshot.sessions.map(({ record }) => `session: ${record.ref} ${record.status}`);
  const control = Object.entries(snapshot.control).map(([key, command]) => `last command: ${command} on ${key}`);
  const duplicate = snapshot.duplicate === null ? [] : [`repeats: ${snapshot.duplicate}`];
  return [...sessions, ...control, ...duplicate];
}

function effectLine(effect: Effect): string {
  const { kind, ...fields } = effect;
  const values = Object.values(fields).filter((value) => typeof value === 'string');
  return [kind, ...values].join(' ');
}

function sentenceOfDrop(reason: string): string {
  return Object.hasOwn(dropReasons, reason) ? dropReasons[reason as DropReason] : '';
}
