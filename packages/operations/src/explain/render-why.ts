import { happeningName, type ListedDelivery } from '../deliveries/listed-delivery.ts';
import { distance, instant, nextTryText } from '../render/instant.ts';
import { printable } from '../render/printable.ts';
import { failedTurnText } from './failed-turn.ts';
import { type WhyReport } from './why-of-item.ts';

/** A report whose times are told as distances from `now`, or as they are where that is null. */
type Told = Omit<WhyReport, 'now'> & { readonly now: number | null };

/**
 * What `the-loop why` prints: where it is, what is unmet, who can act, then what came last and what waits. With `absolute`
 * times the text changes only when something does.
 */
export function renderWhy(asked: WhyReport, times: 'relative' | 'absolute' = 'relative'): string {
  const report: Told = times === 'relative' ? asked : { ...asked, now: null };
  if (!report.known) return `${printable(report.workItem)}: nothing is recorded about it here`;
  return [
    headline(report),
    ...(report.standing === null && report.session === null
      ? ['  at: not started']
      : standingLines(report.standing, report.now, '  ')),
    ...report.inner.flatMap(({ pullRequest, standing }) => [
      `  pull request ${pullRequest}:`,
      ...standingLines(standing, report.now, '    '),
    ]),
    ...report.whoCanAct.map((line, index) => `  ${index === 0 ? 'who can act:' : '         or:'} ${line}`),
    ...lastLines(report),
    ...unfinishedLines(report),
    ...turnLines(report),
    ...writeLines(report),
  ]
    .map(printable)
    .join('\n');
}

function headline({ workItem, session, control, now }: Told): string {
  const asked =
    control === null
      ? []
      : [`last command: ${control.command} by ${control.actor || 'nobody named'} ${ago(control.requestedAt, now)}`];
  const state = session === null ? [] : [`session ${session}`];
  const known = [...state, ...asked].join('; ');
  return known === '' ? workItem : `${workItem}: ${known}`;
}

function ago(iso: string, now: number | null): string {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return '';
  return now === null ? `at ${instant(ms)}` : distance(ms, now);
}

function standingLines(standing: WhyReport['standing'], now: number | null, indent: string): readonly string[] {
  if (standing === null) return [`${indent}at: no checkout here, so its graph is not read`];
  if ('unreadable' in standing) return [`${indent}at: cannot be read: ${standing.unreadable}`];
  const { node, actor, started, since, terminal } = standing;
  if (!started) return [`${indent}at: not started (it begins with ${node})`];
  const kind = terminal
    ? 'the end'
    : { human: 'people answer', agent: 'an agent works', code: 'runs by itself' }[actor];
  return [
    `${indent}at: ${node} (${kind})${since === '' ? '' : `, entered ${ago(since, now)}`}`,
    ...standing.unmet.flatMap((text) => text.split('\n')).map((text) => `${indent}unmet: ${text}`),
    ...standing.warnings.map((text) => `${indent}WARNING: ${text}`),
  ];
}

function lastLines({ last, lastThatActed, session, now }: Told): readonly string[] {
  if (last === null) return session === null ? [] : ['  last delivery: none'];
  const before = lastThatActed === null ? [] : deliveryLines('last that did something', lastThatActed, now);
  return [...deliveryLines('last delivery', last, now), ...before];
}

function deliveryLines(title: string, delivery: ListedDelivery, now: number | null): readonly string[] {
  const { id, actor, receivedAt, reason, sentence } = delivery;
  const by = actor === '' ? '' : ` by ${actor}`;
  const name = happeningName(delivery);
  return [`  ${title}: no. ${id}, ${name}${by} ${ago(receivedAt, now)}: ${reason}`, `    ${sentence}`];
}

function unfinishedLines({ unfinished, now }: Told): readonly string[] {
  return unfinished.map((delivery) => {
    const { id, status, reason, attempts, nextTry, error } = delivery;
    const what = `${happeningName(delivery)} (no. ${id})`;
    if (status === 'dead') return `  dead letter: ${what}: ${reason} — the-loop deliveries retry ${id}`;
    if (attempts === 0) return `  waiting: ${what}`;
    return `  waiting: ${what}, ${nextTryText(nextTry ?? '', now)}; ${attempts} failed: ${error}`;
  });
}

function turnLines({ turns, failedTurn, now }: Told): readonly string[] {
  const running = turns.filter(({ status }) => status === 'running');
  const waiting = turns.length - running.length;
  return [
    ...running.map(
      ({ endpoint, kind, pid, startedAt }) =>
        `  running turn: ${kind} for ${endpoint}${pid === null ? '' : `, process ${pid}`}, since ${ago(startedAt ?? '', now)}`,
    ),
    ...(waiting === 0 ? [] : [`  turns that wait: ${waiting}`]),
    ...(failedTurn === null ? [] : [`  ${failedTurnText(failedTurn)} (${ago(failedTurn.endedAt, now)})`]),
  ];
}

const SHOWN_WRITES = 5;

function writeLines({ writes, workItem, now }: Told): readonly string[] {
  const lines = writes.slice(0, SHOWN_WRITES).map(({ id, kind, about, status, attempts, nextTry, error }) => {
    const again = nextTry === null ? '' : `, ${nextTryText(nextTry, now)}`;
    const tried = attempts === 0 || error === '' ? '' : `, tried ${attempts}×: ${error}`;
    const fix = status === 'dead' ? ` — the-loop outbox retry ${id ?? ''}` : '';
    return `  pending write: ${kind} ${about}, ${status}${again}${tried}${fix}`;
  });
  const more = writes.length - lines.length;
  return more > 0 ? [...lines, `  and ${more} more: the-loop outbox list --work-item ${workItem}`] : lines;
}
