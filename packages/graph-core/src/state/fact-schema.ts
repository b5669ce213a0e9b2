import * as v from 'valibot';
import { ID_SHAPE } from '../graph/graph-schema.ts';
import { isReservedName } from '../graph/reserved-name.ts';

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** Building blocks of what the state file holds. */
export function stateAtoms() {
  const text = v.string();
  const time = v.pipe(v.string(), v.regex(TIME));
  const nodeId = v.pipe(
    v.string(),
    v.regex(ID_SHAPE),
    v.check((id) => !isReservedName(id)),
  );
  const digests = v.record(text, text);
  const principal = v.strictObject({ login: text, id: v.exactOptional(v.number()), note: v.exactOptional(text) });
  return { text, time, nodeId, digests, principal, texts: v.array(text), nodeIds: v.array(nodeId) };
}

function sourceSchema({ text }: ReturnType<typeof stateAtoms>) {
  return v.variant('kind', [
    v.strictObject({
      kind: v.picklist(['comment', 'review', 'inline']),
      ref: text,
      id: text,
      url: text,
      bodyDigest: text,
    }),
    v.strictObject({ kind: v.literal('merge'), ref: text, sha: text }),
    v.strictObject({ kind: v.picklist(['claim', 'terminal', 'runtime']) }),
  ]);
}

/** Facts about where the item went. */
function wayFacts(atoms: ReturnType<typeof stateAtoms>) {
  const { text, time, nodeId, digests, principal, texts, nodeIds } = atoms;
  const base = { at: time, by: principal, source: sourceSchema(atoms) };
  const kind = <const Kind extends string>(name: Kind) => ({ kind: v.literal(name), ...base });
  const via = v.picklist(['start', 'edge', 'force', 'cleanup', 'merge', 'migrate', 'renew']);
  const entry = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
  return [
    v.strictObject({ ...kind('entered'), node: nodeId, entry, via, subjects: digests, used: v.exactOptional(texts) }),
    v.strictObject({ ...kind('exited'), node: nodeId, outcome: text, sections: v.exactOptional(digests) }),
    v.strictObject({
      ...kind('claimed'),
      node: nodeId,
      status: v.picklist(['pass', 'wait', 'block', 'noop']),
      finding: text,
    }),
    v.strictObject({ ...kind('forced'), from: text, to: nodeId, reason: text, warnings: texts }),
    v.strictObject({
      ...kind('verified'),
      node: nodeId,
      command: texts,
      exitCode: v.nullable(v.pipe(v.number(), v.safeInteger())),
      tree: text,
    }),
    v.strictObject({ ...kind('merged'), approves: v.boolean() }),
    v.strictObject({ ...kind('abandoned'), reason: text }),
    v.strictObject({ ...kind('migrated'), from: text, to: text, invalidated: v.exactOptional(nodeIds) }),
  ] as const;
}

/** Facts about what people decided. */
function decisionFacts(atoms: ReturnType<typeof stateAtoms>) {
  const { text, time, nodeId, digests, principal, texts, nodeIds } = atoms;
  const base = { at: time, by: principal, source: sourceSchema(atoms) };
  const kind = <const Kind extends string>(name: Kind) => ({ kind: v.literal(name), ...base });
  return [
    v.strictObject({
      ...kind('selected'),
      skips: nodeIds,
      optIns: nodeIds,
      surface: v.picklist(['work-item', 'pull-request', '']),
      sessionPerPr: v.picklist(['never', 'cross-repository', 'always']),
      via: v.picklist(['reply', 'checklist', 'default']),
    }),
    v.strictObject({ ...kind('goal'), goal: text, criteria: texts }),
    v.strictObject({
      ...kind('approved'),
      node: nodeId,
      outcome: v.picklist(['approved', 'approved-with-comments', 'done']),
      headSha: text,
      subjects: digests,
      used: texts,
      approvers: v.array(principal),
    }),
    v.strictObject({
      ...kind('changes-requested'),
      node: nodeId,
      outcome: v.picklist(['changes-requested', 'more-work']),
      used: texts,
    }),
    v.strictObject({
      ...kind('skipped'),
      node: nodeId,
      via: v.picklist(['selection', 'cli']),
      token: text,
      reason: text,
    }),
    v.strictObject({ ...kind('unskipped'), node: nodeId, reason: text }),
  ] as const;
}

/** One fact of a state file. */
export function createFactSchema() {
  const atoms = stateAtoms();
  return v.variant('kind', [...wayFacts(atoms), ...decisionFacts(atoms)]);
}
