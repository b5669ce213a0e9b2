import fc from 'fast-check';
import { type Fact, type FactSource } from '../state/fact.ts';
import { type GraphState } from '../state/graph-state.ts';
import { smallLoop } from './graphs.ts';

const graph = smallLoop();
const text = fc.string({ maxLength: 12 });
const node = fc.constantFrom(...graph.nodes.map(({ id }) => id));
const at = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const by = fc.record({ login: text, id: fc.integer(), note: text }, { requiredKeys: ['login'] });
const source: fc.Arbitrary<FactSource> = fc.oneof(
  fc.record({ kind: fc.constantFrom('comment', 'review', 'inline'), ref: text, id: text, url: text, bodyDigest: text }),
  fc.record({ kind: fc.constant('merge'), ref: text, sha: text }),
  fc.record({ kind: fc.constantFrom('claim', 'terminal', 'runtime') }),
);
const digests = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}\.md$/), text, { maxKeys: 3 });
const base = { at, by, source };
const texts = fc.array(text, { maxLength: 3 });
const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({
    kind: fc.constant('entered'),
    ...base,
    node,
    entry: fc.integer({ min: 1, max: 9 }),
    via: fc.constantFrom('start', 'edge', 'force', 'cleanup', 'merge', 'migrate'),
    subjects: digests,
  }),
  fc.record(
    {
      kind: fc.constant('exited'),
      ...base,
      node,
      outcome: fc.constantFrom('pass', 'skipped', 'approved', 'selected'),
      sections: digests,
    },
    { requiredKeys: ['kind', 'at', 'by', 'source', 'node', 'outcome'] },
  ),
  fc.record({
    kind: fc.constant('claimed'),
    ...base,
    node,
    status: fc.constantFrom('pass', 'wait', 'block', 'noop'),
    finding: text,
  }),
  fc.record({
    kind: fc.constant('selected'),
    ...base,
    skips: fc.array(node),
    optIns: fc.array(node),
    surface: fc.constantFrom('work-item', 'pull-request', ''),
    sessionPerPr: fc.constantFrom('never', 'cross-repository', 'always'),
    via: fc.constantFrom('reply', 'checklist', 'default'),
  }),
  fc.record({ kind: fc.constant('goal'), ...base, goal: text, criteria: texts }),
  fc.record({
    kind: fc.constant('approved'),
    ...base,
    node,
    outcome: fc.constantFrom('approved', 'approved-with-comments', 'done'),
    headSha: text,
    subjects: digests,
    used: texts,
    approvers: fc.array(by, { maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constant('changes-requested'),
    ...base,
    node,
    outcome: fc.constantFrom('changes-requested', 'more-work'),
    used: texts,
  }),
  fc.record({
    kind: fc.constant('skipped'),
    ...base,
    node,
    via: fc.constantFrom('selection', 'cli'),
    token: text,
    reason: text,
  }),
  fc.record({ kind: fc.constant('unskipped'), ...base, node, reason: text }),
  fc.record({ kind: fc.constant('forced'), ...base, from: node, to: node, reason: text, warnings: texts }),
  fc.record({ kind: fc.constant('merged'), ...base, approves: fc.boolean() }),
  fc.record({ kind: fc.constant('abandoned'), ...base, reason: text }),
  fc.record({ kind: fc.constant('migrated'), ...base, from: text, to: text, invalidated: fc.array(node) }),
);
const effect = fc.oneof(
  fc.record(
    {
      kind: fc.constant('comment'),
      ref: text,
      body: text,
      purpose: fc.constantFrom('audit', 'hint', 'phase-checklist'),
      occasion: text,
    },
    { requiredKeys: ['kind', 'ref', 'body', 'purpose'] },
  ),
  fc.record(
    { kind: fc.constant('phase-label'), ref: text, prefix: text, label: text, known: texts },
    { requiredKeys: ['kind', 'ref', 'prefix', 'label'] },
  ),
  fc.record({ kind: fc.constant('reviewers'), ref: text, logins: texts }),
  fc.record({ kind: fc.constant('minimize'), ref: text, id: text }),
  fc.record({ kind: fc.constant('assignment'), node: text, human: fc.boolean(), text }),
  fc.record({ kind: fc.constant('notify'), event: text, roles: texts, text }),
  fc.record({ kind: fc.constant('log'), file: text, line: text }),
  fc.record({
    kind: fc.constant('feedback'),
    file: text,
    outcome: text,
    comments: fc.array(fc.record({ author: text, body: text, url: text })),
  }),
);
/** Any state the types allow. */
export const anyState: fc.Arbitrary<GraphState> = fc.record({
  workItem: fc.constant('issue-1'),
  repository: fc.constantFrom('', 'octo/repo'),
  loop: fc.constantFrom('', 'small-loop'),
  graph: fc.option(fc.record({ name: text, version: fc.nat(), digest: text })),
  facts: fc.array(anyFact, { maxLength: 20 }),
  pending: fc.array(
    fc.record({
      key: text,
      hook: text,
      node: text,
      at,
      effect: effect as fc.Arbitrary<never>,
      attempts: fc.nat(),
      lastError: text,
    }),
    { maxLength: 3 },
  ),
  done: fc.dictionary(
    fc.stringMatching(/^issue-1\/[a-z]{1,5}#1$/),
    fc.record({ at, id: text, url: text, by: text }, { requiredKeys: ['at'] }),
    { maxKeys: 3 },
  ),
});
