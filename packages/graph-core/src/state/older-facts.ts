import { type Fact, type FactSource, type Principal, type SelectedFact } from './fact.ts';
import { type OlderState } from './older-schema.ts';

const SOURCE: FactSource = { kind: 'runtime' };
const UNKNOWN_TIME = '1970-01-01T00:00:00Z';

interface Base {
  readonly at: string;
  readonly by: Principal;
  readonly source: FactSource;
}

/** What stands in for a name and a time that were not written down. */
function base(at: string, by = ''): Base {
  return {
    at: at === '' ? UNKNOWN_TIME : at,
    by: { login: by === '' ? 'unknown' : by.replace(/^@/, '') },
    source: SOURCE,
  };
}

function oneOf<const Choice extends string>(text: string, choices: readonly Choice[], fallback: Choice): Choice {
  return choices.find((choice) => choice === text) ?? fallback;
}

function selection({ decisions, skips, optIns, surface }: OlderState): readonly Fact[] {
  const decision = decisions['phase-selection'];
  if (decision === undefined) return [];
  const chosen = Object.entries(skips).filter(([, { via }]) => via === 'selection');
  const by = [...chosen.map(([, skip]) => skip.by), ...Object.values(optIns).map((optIn) => optIn.by)].find(
    (name) => name !== '',
  );
  const fact: SelectedFact = {
    kind: 'selected',
    ...base(decision.at, by),
    skips: chosen.map(([node]) => node),
    optIns: Object.keys(optIns).filter((node) => optIns[node]?.via !== 'cli'),
    surface: oneOf(surface === '' ? decision.surface : surface, ['work-item', 'pull-request', ''], ''),
    sessionPerPr: oneOf(decision.sessionPerPr, ['never', 'cross-repository', 'always'], 'cross-repository'),
    via: oneOf(decision.via, ['reply', 'checklist', 'default'], 'default'),
  };
  return [fact];
}

function declarations(older: OlderState): readonly Fact[] {
  const goal = older.decisions['goal-definition'];
  const added = Object.entries(older.optIns).filter(([, { via }]) => via === 'cli');
  const skipped = Object.entries(older.skips).filter(([, { via }]) => via !== 'selection');
  return [
    ...(goal === undefined
      ? []
      : [
          { kind: 'goal' as const, ...base(goal.at, goal.goal.by), goal: goal.goal.goal, criteria: goal.goal.criteria },
        ]),
    ...selection(older),
    ...added.map(([node, { by, reason, at }]): Fact => ({ kind: 'unskipped', ...base(at, by), node, reason })),
    ...skipped.map(
      ([node, { token, by, reason, at }]): Fact => ({
        kind: 'skipped',
        ...base(at, by),
        node,
        via: 'cli',
        token,
        reason,
      }),
    ),
  ];
}

type OlderNode = OlderState['nodes'][string];

/** An answer of people that was only kept as the outcome of the gate. */
function answer(node: string, { outcome, exitedAt }: OlderNode): readonly Fact[] {
  const from = base(exitedAt);
  if (outcome === 'approved' || outcome === 'approved-with-comments' || outcome === 'done') {
    return [{ kind: 'approved', ...from, node, outcome, headSha: '', subjects: {}, used: [], approvers: [] }];
  }
  if (outcome !== 'changes-requested' && outcome !== 'more-work') return [];
  return [{ kind: 'changes-requested', ...from, node, outcome, used: [] }];
}

function visit(older: OlderState, [node, seen]: readonly [string, OlderNode]): readonly Fact[] {
  const { attempts, outcome, enteredAt, exitedAt, forced } = seen;
  const left = outcome !== '' && node !== older.currentNode;
  const exited: Fact = { kind: 'exited', ...base(exitedAt), node, outcome };
  if (outcome === 'skipped') return node === older.currentNode ? [] : [exited];
  if (enteredAt === '' && !left) return [];
  const claim = older.completions[node];
  return [
    {
      kind: 'entered',
      ...base(enteredAt),
      node,
      entry: Math.max(attempts, 1),
      via: forced ? 'force' : 'edge',
      subjects: {},
    },
    ...(claim === undefined
      ? []
      : [{ kind: 'claimed' as const, ...base(claim.at, claim.by), node, status: 'pass' as const, finding: '' }]),
    ...(left ? [...answer(node, seen), exited] : []),
  ];
}

/** Visits in the order of their times, the current node last. */
function visits(older: OlderState): readonly Fact[] {
  const when = (seen: OlderNode): number => Date.parse(seen.enteredAt === '' ? UNKNOWN_TIME : seen.enteredAt);
  const others = Object.entries(older.nodes).filter(([node]) => node !== older.currentNode);
  const behind = [...others].sort(([, a], [, b]) => when(a) - when(b)).flatMap((entry) => visit(older, entry));
  if (older.currentNode === '') return behind;
  const seen = older.nodes[older.currentNode];
  const here = seen === undefined ? [] : visit(older, [older.currentNode, seen]);
  const entered: Fact = { kind: 'entered', ...base(''), node: older.currentNode, entry: 1, via: 'edge', subjects: {} };
  return [...behind, ...(here.length > 0 ? here : [entered])];
}

function parked({ parked: at }: OlderState): readonly Fact[] {
  return at === null ? [] : [{ kind: 'claimed', ...base(at.since), node: at.node, status: 'wait', finding: at.reason }];
}

/** The facts a state without facts stands for. Nobody has confirmed any of them. */
export function factsOfOlderState(older: OlderState): readonly Fact[] {
  const forced = older.forced.map(
    ({ from, to, reason, actor, at, warnings }): Fact => ({
      kind: 'forced',
      ...base(at, actor),
      from,
      to,
      reason,
      warnings,
    }),
  );
  return [...declarations(older), ...forced, ...visits(older), ...parked(older)];
}
