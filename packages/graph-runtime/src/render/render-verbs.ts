import { type OpenGate } from '../gate/answer-gate.ts';
import { type ForceReport } from '../verbs/force.ts';
import { type MigrateReport } from '../verbs/migrate.ts';
import { type RunReport } from '../verbs/run.ts';
import { type SimulateReport } from '../verbs/simulate.ts';
import { type DeclareReport } from '../verbs/skip.ts';
import { type VerbReport } from '../verbs/verb-report.ts';
import { nameOf, points, printable, triedTimes, warningLines } from './lines.ts';

/** What happened at a gate. A pointer that stays is never shown as one that moved. */
function headOf(report: VerbReport): string {
  const { status, reason, attempts, wasTold, moved } = report;
  const node = printable(report.node);
  if (status === 'escalated') {
    const why = reason === 'no-edge' ? 'no edge leads on' : triedTimes(attempts);
    return `escalated at ${node}: ${why}${wasTold ? '; people were told' : ''}`;
  }
  return status === 'pass' && moved && report.node === report.currentNode ? `entered ${node}` : `${node} → ${status}`;
}

function verbText(report: VerbReport, head: string, messages = report.messages): string {
  const vacuous = report.vacuous === true ? ['there was nothing to check'] : [];
  const lines = [`${nameOf(report.address)}: ${head}`, ...points([...vacuous, ...messages])];
  return [...lines, ...warningLines(report.warnings)].join('\n');
}

/** What `advance`, `start` and `cleanup` print. */
export function renderAdvance(report: VerbReport): string {
  return verbText(report, headOf(report));
}

/** What `gate answer` prints: what the gate made of the answer. */
export function renderAnswer(report: VerbReport): string {
  return verbText(report, report.moved ? `${printable(report.node)}: ${printable(report.outcome)}` : headOf(report));
}

/** What `abandon` prints: its first message names the outcome and the reason. */
export function renderAbandon(report: VerbReport): string {
  const [said = '', ...rest] = report.messages;
  return verbText(report, printable(said), rest);
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
    `  ${printable(step.node)}: ${step.status}${step.vacuous === true ? ' (nothing to check)' : ''}`,
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
