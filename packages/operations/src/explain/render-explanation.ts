import { type DecidedTrace, type DecisionTrace, renderTrace, type TracedLink } from '@the-loop/dispatcher';
import { type LinkEvidence } from '@the-loop/router';
import { happeningName } from '../deliveries/listed-delivery.ts';
import { counted } from '../render/columns.ts';
import { laneName } from '../render/lane-name.ts';
import { printable } from '../render/printable.ts';
import { type Explanation } from './explanation.ts';

/** What `the-loop explain` prints: the delivery, the trace of its decision, what supports each link, what followed. */
export function renderExplanation({ delivery, trace, turns, writes }: Explanation): string {
  const by = delivery.actor === '' ? '' : ` by ${delivery.actor}`;
  return [
    `delivery ${delivery.id} (${delivery.guid}): ${happeningName(delivery)}${by}, received ${delivery.receivedAt}`,
    ...(trace === null ? undecided(delivery) : [...standing(delivery, trace), ...traceLines(trace)]),
    ...turns.map(({ kind, key, status, outcome }) => `turn: ${kind} ${key}, ${status}${outcome && `, ${outcome}`}`),
    ...writes.map(({ kind, about, status, url, error }) =>
      [`write: ${kind} ${about}, ${status}`, url, error].filter((part) => part !== '').join(': '),
    ),
  ]
    .map(printable)
    .join('\n');
}

function undecided({ status, reason, sentence, attempts, error }: Explanation['delivery']): readonly string[] {
  return [`${status}: ${reason || 'not decided yet'}`, `  ${sentence}`, ...failedTries(attempts, error)];
}

/** The trace says what was decided; where the row ended otherwise, that comes first. */
function standing({ status, reason, sentence, attempts, error }: Explanation['delivery'], trace: DecisionTrace) {
  const decided = trace.kind === 'dropped' ? trace.reason : trace.decision.reason;
  if (status !== 'open' && reason === decided) return [];
  const now = `now ${status}${reason === '' ? '' : `: ${reason}`}`;
  return [now, `  ${sentence}`, ...failedTries(attempts, error), 'it was decided so:'];
}

function failedTries(attempts: number, error: string): readonly string[] {
  if (attempts === 0) return [];
  return [`  ${counted(attempts, 'try', 'tries')} failed${error === '' ? '' : `; the last one: ${error}`}`];
}

/** The trace's own lines, with the guards after the event, the evidence under each link, and what was known before its digest. */
function traceLines(trace: DecisionTrace): readonly string[] {
  const lines = renderTrace(trace).flatMap((line) => [
    ...(line.startsWith('snapshot: ') && trace.kind === 'decided' ? knownLines(trace) : []),
    line.replaceAll(/\bgithub~[\w.~+-]+/g, laneName),
    ...(line.startsWith('event: ') && trace.kind === 'decided' ? [guardLine(trace)] : []),
    ...trace.links.filter(({ ref }) => line.startsWith(`link: ${ref} (`)).flatMap(evidenceLines),
  ]);
  return trace.kind === 'dropped' ? [...lines, ...(trace.actor === '' ? [] : [`done by: ${trace.actor}`])] : lines;
}

function guardLine({ event }: DecidedTrace): string {
  const answers = event.mayAnswerGates ? 'may answer gates' : 'may not answer gates';
  const armed = event.labeled ? ', carries the arming label' : '';
  const closing = event.closing === '' ? '' : `, ${event.closing}`;
  return `guards: all passed; ${answers}${armed}${closing}`;
}

function evidenceLines({ evidence, closesOnMerge }: TracedLink): readonly string[] {
  return [
    ...evidence.map((each) => `  ${evidenceText(each as LinkEvidence)}`),
    ...(closesOnMerge === true ? ['  merging the pull request closes it'] : []),
  ];
}

function evidenceText(evidence: LinkEvidence): string {
  switch (evidence.source) {
    case 'closing-reference':
      return `GitHub lists it as closed by the pull request (no. ${evidence.index + 1})`;
    case 'branch':
      return `the branch ${evidence.branch} is named after it (${evidence.at})`;
    case 'keyword':
      return `line ${evidence.line} of the description says "${evidence.verb}" (${evidence.form})`;
    case 'entity':
      return `the event is about it (${evidence.at})`;
  }
}

/** What was known, as far as it can have mattered. */
function knownLines({ snapshot }: DecidedTrace): readonly string[] {
  const { policy, progress, missing, frozen } = snapshot;
  const progressed = Object.entries(progress).map(([key, { terminal, atHumanGate }]) => {
    const end = terminal === 'unknown' ? 'where it stands could not be read' : terminal ? 'at its end' : 'on its way';
    return `known: ${laneName(key)} ${end}${atHumanGate ? ', at a gate for people' : ''}`;
  });
  const chosen = Object.entries(frozen).map(
    ([key, { sessionPerPr }]) => `known: ${laneName(key)} has sessions per pull request: ${String(sessionPerPr)}`,
  );
  return [
    ...progressed,
    ...chosen,
    ...missing.map((key) => `known: ${laneName(key)} does not exist`),
    `policy: spawn ${policy.spawn}, ${policy.requireStart ? 'a start is needed' : 'no start is needed'}, commands ${policy.controlEnabled ? 'on' : 'off'}, sessions per pull request: ${policy.sessionPerPr}`,
  ];
}
