import { type OpenGate } from '../gate/answer-gate.ts';
import { type ForceReport } from '../verbs/force.ts';
import { type MigrateReport } from '../verbs/migrate.ts';
import { type RunReport } from '../verbs/run.ts';
import { type SimulateReport } from '../verbs/simulate.ts';
import { type DeclareReport } from '../verbs/skip.ts';
import { type VerbReport } from '../verbs/verb-report.ts';
import { nameOf, points, printable, warningLines } from './lines.ts';

/** What `advance`, `start`, `cleanup` and `gate answer` print. */
export function renderAdvance(report: VerbReport): string {
  const head = `${nameOf(report.address)}: ${printable(report.node)} → ${report.status}`;
  return [head, ...points(report.messages), ...warningLines(report.warnings)].join('\n');
}

/** What `abandon` prints: its first message names the outcome and the reason. */
export function renderAbandon(report: VerbReport): string {
  const [said = '', ...rest] = report.messages;
  return [`${nameOf(report.address)}: ${printable(said)}`, ...points(rest), ...warningLines(report.warnings)].join(
    '\n',
  );
}

/** What a verb prints that had nothing to do. */
export function renderNothing(workItem: string, why: string): string {
  return `${printable(workItem)}: ${why}`;
}

const ends = {
  waiting: 'stopped: it waits',
  blocked: 'stopped: it is blocked',
  complete: 'complete',
  looping: 'looping: the same node was reached three times',
  bound: 'stopped: the bound on nodes is used up',
} as const;

/** What `run` prints. */
export function renderRun(report: RunReport): string {
  const head = `${printable(report.workItem)}:${report.dryRun ? ' (dry run, nothing was written)' : ''}`;
  const steps = report.steps.flatMap((step) => [
    `  ${printable(step.node)}: ${step.status}`,
    ...points(step.messages, '    '),
  ]);
  const warnings = new Set(report.steps.flatMap((step) => step.warnings));
  return [head, ...steps, `  ${ends[report.end]}`, ...warningLines([...warnings])].join('\n');
}

/** What `skip` and `unskip` print. */
export function renderDeclared(report: DeclareReport): string {
  const rejected = report.rejected.map(({ token, node, why }) => {
    const name = node === undefined ? token : `${token} (${node})`;
    return `rejected: ${printable(name)} — ${printable(why)}`;
  });
  const declared = report.declared.length === 0 ? [] : [`declared: ${report.declared.join(', ')}`];
  const note = 'note: a declaration applies when the pointer gets there; check shows it as skipped, never as passed.';
  const notes = report.declared.length === 0 ? [] : [note];
  return [...declared, ...rejected, ...warningLines(report.warnings), ...notes].join('\n');
}

/** What `force` prints. */
export function renderForce(report: ForceReport): string {
  return [
    `forced ${printable(report.ref)}: ${printable(report.fromNode)} → ${printable(report.toNode)}`,
    `  reason: ${printable(report.reason)}`,
    ...warningLines(report.warnings),
    'note: this moved the pointer only — a bypassed gate keeps its real verdict,',
    'so `the-loop check --recompute` still reports it.',
  ].join('\n');
}

function listed(label: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`  ${label}: ${names.join(', ')}`];
}

/** What `graph migrate` prints. */
export function renderMigration(report: MigrateReport): string {
  const verb = report.dryRun ? 'would move' : 'moved';
  const head =
    report.status === 'refused' ? `refused (${report.reason})` : `${verb} from ${report.from} to ${report.to}`;
  return [
    `${nameOf(report.address)}: ${head}`,
    `  at: ${printable(report.currentNode)}`,
    ...listed('kept', report.kept),
    ...listed('dropped', report.dropped),
    ...listed('new', report.added),
    ...listed('approvals that do not stand any more', report.invalidatedApprovals),
    ...listed('gates that are lost', report.lostGates),
    ...(report.orphaned === null ? [] : [`  the new loop has no ${printable(report.orphaned)}: pass --at`]),
    ...warningLines(report.warnings),
  ].join('\n');
}

/** What `graph simulate` prints. */
export function renderSimulation(report: SimulateReport): string {
  const steps = report.steps.map(({ node, actor, outcome, to }) =>
    to === null ? `  ${node}` : `  ${node} [${actor}] --${printable(outcome)}--> ${to}`,
  );
  const bad = { terminal: [], 'no-edge': ['  no edge leads on'], bound: ['  no end within 200 steps'] }[report.end];
  return [`${printable(report.workItem)} in ${report.loop}, if its gates answer so:`, ...steps, ...bad].join('\n');
}

/** What a person is shown before answering a gate. */
export function renderGate(gate: OpenGate): string {
  const changed = new Set(gate.changed);
  const rows = Object.entries(gate.subjects).map(([file, digest]) => {
    return `  ${digest.slice(0, 12)}  ${printable(file)}${changed.has(file) ? '  (changed since it was asked about)' : ''}`;
  });
  const about = rows.length === 0 ? ['  it is about no file'] : rows;
  const { commands, choices } = gate.offer;
  const tokens =
    choices === null
      ? []
      : [
          ...listed('--skip leaves out', choices.skippable),
          ...listed('or a set of them', choices.skipSets),
          ...listed('--add takes in', choices.optIn),
        ];
  const answers = commands.length === 0 ? [] : ['  answer with:', ...commands.map((command) => `    ${command}`)];
  return [`${printable(gate.workItem)}: ${gate.node} waits for you`, ...about, ...answers, ...tokens].join('\n');
}
