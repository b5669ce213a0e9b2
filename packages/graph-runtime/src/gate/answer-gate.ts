import {
  type ChainOutcome,
  findNode,
  type GraphNode,
  gateSubjects,
  type NodeReport,
  planAdvance,
} from '@the-loop/graph-core';
import { runtimeError } from '../errors.ts';
import { loopKey } from '../items/inner-loop-folder.ts';
import { digestArtifacts, digestFiles } from '../verbs/artifact-digests.ts';
import { carryOut } from '../verbs/carry-out.ts';
import { type OpenLoop, openLoop } from '../verbs/open-loop.ts';
import { stampOf } from '../verbs/stamp.ts';
import { tellFacts, tellGate } from '../verbs/tell-plan.ts';
import { type VerbContext, type VerbInput } from '../verbs/verb-context.ts';
import { type VerbReport, verbReport } from '../verbs/verb-report.ts';
import { asResult } from './answer-effects.ts';
import { type GateAnswer, readAnswer } from './gate-answer.ts';
import { flagsOf, type GateOffer, offerOf } from './gate-offer.ts';

/** A gate that waits for people, and what it asks about. */
export interface OpenGate {
  readonly workItem: string;
  readonly node: string;
  /** Digests of the normalized artifacts as they are now, by file name. */
  readonly subjects: Readonly<Record<string, string>>;
  /** Those that changed since the gate was entered. */
  readonly changed: readonly string[];
  /** What it can be answered with. */
  readonly offer: GateOffer;
}

function gateOf(open: OpenLoop): GraphNode {
  if (open.view.abandoned !== null) {
    throw runtimeError('VERB_REFUSED_ANSWER', `this loop was abandoned: ${open.view.abandoned}`, {
      remedy: 'take it up again first, with the-loop graph force',
    });
  }
  const node = findNode(open.graph, open.view.currentNode);
  if (node?.actor === 'human' && !node.terminal) return node;
  const name = loopKey(open.address);
  const isStarted = open.view.currentNode !== '';
  throw runtimeError(
    'VERB_REFUSED_ANSWER',
    isStarted ? `${name} does not wait for people now` : `${name} does not wait for people: it is not started`,
    { remedy: `the-loop graph ${isStarted ? 'status' : 'start'} ${open.address.id}${flagsOf(open.address)}` },
  );
}

async function subjectsOf(open: OpenLoop, node: GraphNode): Promise<Record<string, string>> {
  const skipped = new Set(Object.keys(open.view.skips));
  return digestFiles(open.files, gateSubjects(open.graph, node.id, skipped));
}

/** The gate where a loop waits, to be shown before somebody answers. Throws `VERB_REFUSED_ANSWER` when it does not wait. */
export async function readGate(context: VerbContext, input: VerbInput): Promise<OpenGate> {
  const open = await openLoop(context, input);
  const node = gateOf(open);
  const subjects = await subjectsOf(open, node);
  const entered = open.state.facts.findLast((fact) => fact.kind === 'entered' && fact.node === node.id);
  const before = entered?.kind === 'entered' ? entered.subjects : {};
  const changed = Object.keys(subjects).filter((name) => before[name] !== subjects[name]);
  return {
    workItem: open.address.id,
    node: node.id,
    subjects,
    changed,
    offer: offerOf(open.graph, node, open.address),
  };
}

/** An answer typed at a terminal by the person who sits there. */
export interface AnswerGateInput extends VerbInput {
  readonly answer: GateAnswer;
  /** Free text beside the principal. */
  readonly actor?: string;
}

/** The answer, and what was approved by it. */
export interface AnswerReport extends VerbReport {
  readonly subjects: Readonly<Record<string, string>>;
}

function chainOf(node: GraphNode, hook: string, result: ReturnType<typeof asResult>): ChainOutcome {
  const outcome = result.data?.outcome ?? 'pass';
  return {
    node: node.id,
    boundary: 'exit',
    status: 'pass',
    outcome,
    results: [{ hook, result }],
    blocking: null,
    ran: 1,
  };
}

/**
 * Answers the gate where a loop waits, and takes the edge. Needs no GitHub: the comment that tells the thread is stored
 * and posted when it can be. Whoever calls sees to it that a person is at the terminal. Throws `VERB_REFUSED_ANSWER`.
 */
export async function answerGate(context: VerbContext, input: AnswerGateInput): Promise<AnswerReport> {
  let subjects: Readonly<Record<string, string>> = {};
  const carried = await carryOut<NodeReport>(context, input, {
    decide: async (open) => {
      const node = gateOf(open);
      subjects = await subjectsOf(open, node);
      const stamp = stampOf(context, open.at, { actor: input.actor, source: { kind: 'terminal' } });
      const { sessionPerPr } = context.settings;
      const { commands } = offerOf(open.graph, node, open.address);
      const read = readAnswer({ graph: open.graph, node, stamp, subjects, sessionPerPr, commands }, input.answer);
      const chain = chainOf(node, read.hook, asResult({ ref: open.ref, node, stamp, subjects }, read, input.answer));
      const artifacts = await digestArtifacts(open.files, open.graph);
      return { plan: planAdvance(open.graph, open.state, { stamp, chain, artifacts, claim: false }) };
    },
    tell: ({ before, planned, decision }) => {
      const told = { before, planned, facts: decision.plan.facts };
      tellFacts(context, told);
      tellGate(context, told, { report: decision.plan.report, hook: '', drifted: [] });
    },
  });
  if (carried === null) throw new TypeError('an answer is always decided');
  return { ...verbReport(carried), subjects };
}
