import { ENTERED_DIRECTLY } from '@the-loop/graph-core';
import { type CheckReport, isSatisfied, type NodeStatus } from '../report/check-report.ts';
import { type CheckAllReport, type CheckedItem } from '../verbs/check.ts';
import { nameOf, points, printable, triedTimes, waitingWrites, warningLines } from './lines.ts';

const marks = { pass: 'ok', skip: '--', wait: 'wait', block: 'BLOCK' } as const;

function isMet({ status }: NodeStatus): boolean {
  return status === 'pass' || status === 'skip';
}

function row(status: NodeStatus): string[] {
  const forced = status.forced ? ' (forced)' : '';
  return [
    `  ${marks[status.status].padEnd(6)} ${printable(status.node)}${forced}`,
    ...points(status.messages, '           '),
  ];
}

function unreached(report: CheckReport): string[] {
  const reached = new Set(report.reached);
  const ahead = report.nodes.filter(
    (node) => !reached.has(node.node) && !isMet(node) && !ENTERED_DIRECTLY.includes(node.node),
  );
  if (ahead.length === 0) return [];
  return [
    `  ${ahead.length} ${ahead.length === 1 ? 'node' : 'nodes'} not reached yet: ${ahead.map(({ node }) => node).join(', ')}`,
  ];
}

function unread(report: CheckReport): string {
  return `${printable(report.workItem)}: UNREAD — the repository is not a directory`;
}

function parkedLine({ parked }: CheckReport): string[] {
  if (parked === null) return [];
  const reason = parked.reason === '' ? '' : `: ${inOneLine(parked.reason)}`;
  return [`  parked since ${printable(parked.since)}${reason}`];
}

function escalatedLine({ escalated }: CheckReport): string[] {
  return escalated === null
    ? []
    : [`  escalated since ${printable(escalated.since)}: ${triedTimes(escalated.attempts)}`];
}

function endingLines({ abandoned, merged }: CheckReport): string[] {
  const lines: string[] = [];
  if (merged !== null) {
    const worth = merged.approves ? '' : ', which did not count as the approval';
    lines.push(`  merged by ${printable(merged.by)} at ${printable(merged.at)}${worth}`);
  }
  if (abandoned !== null) {
    lines.push(
      `  abandoned by ${printable(abandoned.by)} at ${printable(abandoned.at)}: ${printable(abandoned.reason)}`,
    );
  }
  return lines;
}

/** What `graph status` prints. */
export function renderStatus(report: CheckReport): string {
  if (report.repoResolved === false) return unread(report);
  const reached = new Set(report.reached);
  const started = report.started ? '' : ' (not started)';
  return [
    `${nameOf(report.address)}: at ${printable(report.currentNode)}${started}`,
    ...endingLines(report),
    ...escalatedLine(report),
    ...parkedLine(report),
    ...report.nodes.filter(({ node }) => reached.has(node)).flatMap(row),
    ...unreached(report),
    ...waitingWrites(report.pendingWrites),
    ...warningLines(report.warnings),
  ].join('\n');
}

function unmet(report: CheckReport): NodeStatus[] {
  const reached = new Set(report.reached);
  return report.nodes.filter((node) => reached.has(node.node) && !isMet(node));
}

function verdictLine(report: CheckReport): string {
  const met = report.done ? 'ok' : 'ok so far';
  const start = report.started ? '' : ' — not started';
  return `${nameOf(report.address)}: ${isSatisfied(report) ? met : 'UNMET'} (at ${printable(report.currentNode)})${start}`;
}

/** What `check <id>` prints: what is unmet, and what is only recorded. */
export function renderCheck(report: CheckReport): string {
  if (report.repoResolved === false) return unread(report);
  const findings = unmet(report).flatMap((node) => [
    `  ${node.status.toUpperCase().padEnd(6)} ${printable(node.node)}`,
    ...points(node.messages, '           '),
  ]);
  return [
    verdictLine(report),
    ...endingLines(report),
    ...findings,
    ...unreached(report),
    ...warningLines(report.warnings),
  ].join('\n');
}

const longestFinding = 200;

/** A finding of several lines on one; what is cut off ends with an ellipsis. */
function inOneLine(message: string): string {
  const text = message
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
  return printable(text.length > longestFinding ? `${text.slice(0, longestFinding - 1)}…` : text);
}

function linesOf(item: CheckedItem): string[] {
  if (item.kind === 'unreadable') return [`${printable(item.id)}: UNREAD — ${printable(item.error.message)}`];
  const first = unmet(item.report)[0];
  const finding =
    first === undefined ? '' : `: ${printable(first.node)}: ${inOneLine(first.messages[0] ?? first.status)}`;
  return [`${verdictLine(item.report)}${finding}`, ...warningLines(item.report.warnings)];
}

/** What `check --all` prints: a line per item with what is odd about it, then how many are satisfied. */
export function renderCheckAll(report: CheckAllReport): string {
  const { items, satisfied } = report;
  const sum = items.length === 0 ? 'no work items found' : `${satisfied}/${items.length} work items satisfied`;
  return [...items.flatMap(linesOf), sum].join('\n');
}
