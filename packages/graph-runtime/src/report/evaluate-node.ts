import {
  type ChainOutcome,
  type DeclaredSkip,
  type Fact,
  type GraphNode,
  isVacuous,
  type LoopAddress,
  renderFinding,
} from '@the-loop/graph-core';
import { hostHooks } from '../host/host-hooks.ts';
import { runNodeChain } from '../host/run-node-chain.ts';
import { loopKey } from '../items/inner-loop-folder.ts';
import { digestFiles } from '../verbs/artifact-digests.ts';
import { type OpenLoop, openLoop } from '../verbs/open-loop.ts';
import { type VerbContext } from '../verbs/verb-context.ts';
import { type NodeStatus, type Provenance } from './check-report.ts';
import { type Confirming, confirmFact } from './confirm-fact.ts';
import { placesOf } from './loop-places.ts';
import { isAnsweredByFact, recordedAnswer } from './recorded-answer.ts';
import { lastVerification, renderVerification } from './verified-node.ts';

/** What a check demands of facts. */
export interface Demands {
  /** Present: recorded facts are read again at their source. */
  readonly confirming: Confirming | null;
  /** True: a fact that is only recorded does not satisfy its node. */
  readonly requireConfirmed: boolean;
}

const VERIFICATION = 'verify-tests';
const AWAITING = 'await-inner-loops';

type Verdict = Pick<NodeStatus, 'status' | 'outcome' | 'messages' | 'provenance'> &
  Partial<Pick<NodeStatus, 'by' | 'at'>>;

interface Checked {
  readonly context: VerbContext;
  readonly open: OpenLoop;
  readonly demands: Demands;
  /** Where the item is; empty where that is not believed. */
  readonly at: string;
}

function waiting(text: string, provenance: Provenance = 'none'): Verdict {
  return { status: 'wait', outcome: 'wait', messages: [text], provenance };
}

async function worthOf(fact: Fact, { context, open, demands }: Checked): Promise<Provenance> {
  if (context.store.confirms === true) return 'confirmed';
  if (demands.confirming === null) return 'recorded';
  return confirmFact(fact, demands.confirming, await placesOf(context, open));
}

function isEnough(worth: Provenance, demands: Demands): boolean {
  return worth === 'confirmed' || (worth === 'recorded' && !demands.requireConfirmed);
}

function skipFact(node: string, skip: DeclaredSkip, { open }: Checked): Fact | null {
  if (skip.via === 'selection') return open.view.selection;
  return open.state.facts.findLast((fact) => fact.kind === 'skipped' && fact.node === node) ?? null;
}

async function judgeSkip(node: string, skip: DeclaredSkip, checked: Checked): Promise<Verdict> {
  if (skip.via === 'not-selected') {
    return { status: 'skip', outcome: 'skipped', messages: ['not selected'], provenance: 'declared' };
  }
  const reason = skip.reason === '' ? '' : `: ${skip.reason}`;
  const text = `skipped by declaration (${skip.via}, ${skip.token}) by @${skip.by.replace(/^@/, '')}${reason}`;
  const fact = skipFact(node, skip, checked);
  const worth = fact === null ? 'unconfirmed' : await worthOf(fact, checked);
  if (!isEnough(worth, checked.demands)) return waiting(`${text}; this is not confirmed`, worth);
  return { status: 'skip', outcome: 'skipped', messages: [text], provenance: worth };
}

/** Files that an approval covers and that are no longer what was approved. */
async function driftOf(fact: Fact, checked: Checked): Promise<string[]> {
  if (fact.kind !== 'approved') return [];
  const names = Object.keys(fact.subjects);
  const now = await digestFiles(checked.open.files, names);
  return names.filter((name) => now[name] !== fact.subjects[name]);
}

async function judgeAnswer(node: GraphNode, checked: Checked): Promise<Verdict> {
  const answer = recordedAnswer(node, checked.open.view, checked.open.state.facts);
  if (answer === null) return waiting('waiting for an authorized person');
  const worth = await worthOf(answer.fact, checked);
  const from = { by: answer.by, at: answer.fact.at };
  if (!isEnough(worth, checked.demands)) return { ...waiting(`${answer.text}; this is not confirmed`, worth), ...from };
  const drifted = await driftOf(answer.fact, checked);
  if (drifted.length > 0) {
    return { ...waiting(`${answer.text}, but since then changed: ${drifted.join(', ')}`, worth), ...from };
  }
  return {
    status: 'pass',
    outcome: answer.outcome,
    messages: [`${answer.text} (${worth})`],
    provenance: worth,
    ...from,
  };
}

/** Whether the node's gate passed since it was last entered. */
function hasPassed(node: string, { open }: Checked): boolean {
  const last = open.state.facts.findLast(
    (fact) => (fact.kind === 'entered' || fact.kind === 'exited') && fact.node === node,
  );
  return last?.kind === 'exited' && last.outcome !== 'skipped';
}

/** Checks that do not run here: a passed gate answers for them. */
function judgeRest(unknown: readonly string[], node: GraphNode, checked: Checked): Verdict | null {
  if (unknown.length === 0) return null;
  if (!hasPassed(node.id, checked)) return waiting(`not run: ${unknown.join(', ')}`, 'not-run');
  const worth = checked.context.store.confirms === true ? 'confirmed' : 'recorded';
  if (!isEnough(worth, checked.demands)) return waiting(`not confirmed: ${unknown.join(', ')}`, worth);
  return {
    status: 'pass',
    outcome: 'pass',
    messages: [`passed when it was left: ${unknown.join(', ')}`],
    provenance: worth,
  };
}

/** A verification is never run by a check: the fact of its last run answers. */
function judgeVerification(node: GraphNode, checked: Checked): Verdict | null {
  const { context, open, demands } = checked;
  const { verifyCommand } = context.settings;
  if (verifyCommand.length === 0) return null;
  const run = lastVerification(node, open.state.facts, verifyCommand);
  if (run === null) return waiting('not run: verify-tests', 'not-run');
  const worth = context.store.confirms === true ? 'confirmed' : 'recorded';
  const text = renderVerification(run);
  if (run.exitCode !== 0) return { status: 'block', outcome: 'block', messages: [text], provenance: worth };
  if (!isEnough(worth, demands)) return waiting(`${text}; this is not confirmed`, worth);
  return { status: 'pass', outcome: 'pass', messages: [text], provenance: worth };
}

/** The answers at the gates of one inner loop that are not worth enough; empty for one that was given up and says so. */
async function doubtsAbout(address: LoopAddress, { context, demands }: Checked): Promise<readonly Verdict[]> {
  const open = await openLoop(context, { address });
  const inner: Checked = { context, open, demands, at: '' };
  const { abandoned } = open.view;
  if (abandoned !== null) {
    const fact = open.state.facts.findLast(({ kind }) => kind === 'abandoned');
    const worth = fact === undefined ? 'unconfirmed' : await worthOf(fact, inner);
    return isEnough(worth, demands) ? [] : [waiting(`abandoned: ${abandoned}; this is not confirmed`, worth)];
  }
  const gates = open.graph.nodes.filter(isAnsweredByFact);
  const verdicts = await Promise.all(gates.map((gate) => judge(gate, inner)));
  return verdicts.filter(({ status }) => status !== 'pass' && status !== 'skip');
}

/** Where facts have to be more than recorded, so have those that ended the inner loops; null where nothing is missing. */
async function judgeInnerLoops(checked: Checked): Promise<Verdict | null> {
  const { context, open, demands } = checked;
  if (context.store.confirms === true || (demands.confirming === null && !demands.requireConfirmed)) return null;
  for (const address of await context.store.innerLoops(open.address.id)) {
    const [doubt] = await doubtsAbout(address, checked);
    if (doubt !== undefined)
      return { ...doubt, messages: doubt.messages.map((text) => `${loopKey(address)}: ${text}`) };
  }
  return null;
}

function fromChain(chain: ChainOutcome): Verdict {
  if (chain.status !== 'pass') {
    const messages = renderFinding(chain).split('\n');
    return { status: chain.status, outcome: chain.outcome, messages, provenance: 'artifacts' };
  }
  const vacuous = isVacuous(chain);
  const messages = vacuous ? ['nothing to check'] : [];
  return { status: 'pass', outcome: chain.outcome, messages, provenance: vacuous ? 'vacuous' : 'artifacts' };
}

async function judgeFiles(node: GraphNode, checked: Checked): Promise<Verdict> {
  const { context, open } = checked;
  const isPure = ({ hook }: { readonly hook: string }) => context.hooks.get(hook)?.capability === 'pure';
  const pure: GraphNode = { ...node, exit: node.exit.filter(isPure) };
  const asked = pure.exit.flatMap(({ hook: name }) => {
    const hook = context.hooks.get(name);
    return hook === undefined ? [] : [[name, hook] as const];
  });
  const hooks = hostHooks(new Map(asked), { signal: context.signal });
  const verdict = fromChain(await runNodeChain(context, open, { node: pure, boundary: 'exit', hooks, asked: {} }));
  if (verdict.status !== 'pass') return verdict;
  const inner = node.exit.some(({ hook }) => hook === AWAITING) ? await judgeInnerLoops(checked) : null;
  if (inner !== null) return inner;
  const rest = node.exit.filter((entry) => !isPure(entry)).map((entry) => entry.hook);
  return judgeImpure(rest, verdict, { node, checked });
}

/** What a check does not run: the fact of a verification answers for it, a passed gate for everything else. */
function judgeImpure(
  rest: readonly string[],
  verdict: Verdict,
  { node, checked }: { readonly node: GraphNode; readonly checked: Checked },
): Verdict {
  const verification = rest.includes(VERIFICATION) ? judgeVerification(node, checked) : null;
  if (verification !== null && verification.status !== 'pass') return verification;
  const left = rest.filter((hook) => hook !== VERIFICATION);
  const other = judgeRest(left, node, checked) ?? verification;
  return other === null || (other.status === 'pass' && verdict.provenance === 'artifacts') ? verdict : other;
}

function judge(node: GraphNode, checked: Checked): Promise<Verdict> {
  const { skips } = checked.open.view;
  const skip = Object.hasOwn(skips, node.id) ? skips[node.id] : undefined;
  // Where the item stands all the same, as after a force, the node's gate is what an advance asks.
  if (skip !== undefined && node.id !== checked.at) return judgeSkip(node.id, skip, checked);
  return isAnsweredByFact(node) ? judgeAnswer(node, checked) : judgeFiles(node, checked);
}

/** Judges one node without network, process or write: from its files, or from the fact that answers it. */
export async function evaluateNode(node: GraphNode, checked: Checked): Promise<NodeStatus> {
  const verdict = await judge(node, checked);
  const { nodes } = checked.open.view;
  const known = Object.hasOwn(nodes, node.id) ? nodes[node.id] : undefined;
  const counted = { forced: known?.forced ?? false, attempts: known?.attempts ?? 0 };
  return { node: node.id, by: [], at: '', ...counted, ...verdict };
}
