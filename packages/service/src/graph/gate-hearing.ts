import { type GraphTarget } from '@the-loop/dispatcher';
import { findNode, type GateComment, type GraphNode } from '@the-loop/graph-core';
import { advance, type OpenLoop, openLoop, type VerbContext, type VerbReport } from '@the-loop/graph-runtime';
import { type GatedHeads } from './gated-heads.ts';
import { type GatePlace, type HeldWords, isSame } from './held-words.ts';
import { reconsiderLoop } from './reconsider.ts';
import { type Standing, type StandingReviews } from './standing-reviews.ts';

export interface GateHearingOptions {
  readonly words: HeldWords;
  readonly standing: StandingReviews;
  readonly heads: GatedHeads;
}

/** Who is heard, and what they said. */
export interface Hearing {
  readonly verbs: VerbContext;
  readonly target: GraphTarget;
  /** First hand, oldest first. */
  readonly words: readonly GateComment[];
  readonly headSha: string;
}

/**
 * Lets the gate at which a loop stands hear people: the words that came now, those that were held for it, and the reviews that
 * stand. Null at any other node. At most one boundary; an inner loop that ended lets the item's own loop look once.
 */
export async function hearGate(options: GateHearingOptions, hearing: Hearing): Promise<VerbReport | null> {
  const gate = await gateOf(hearing);
  if (gate === null) return null;
  if (isKept(gate, hearing.verbs)) await options.words.hold(gate.place, hearing.words);
  const standing = await standingAt(options, gate, hearing);
  const held = await options.words.held(gate.place);
  return ask(options, gate, { hearing, standing, words: [...held, ...hearing.words] });
}

/** Hears a gate once its question is on the thread: what was said too early, and what stands on the gated head. */
export async function hearAgain(
  options: GateHearingOptions,
  asked: Pick<Hearing, 'verbs' | 'target'>,
): Promise<VerbReport | null> {
  const hearing: Hearing = { ...asked, words: [], headSha: '' };
  const gate = await gateOf(hearing);
  if (gate === null) return null;
  const standing = await standingAt(options, gate, hearing);
  const words = await options.words.held(gate.place);
  const isNew = words.length > 0 || standing.comments.some((comment) => isVerdict(comment, standing, gate.open));
  return isNew ? ask(options, gate, { hearing, standing, words }) : null;
}

/** Whether a merge of this head is about what people are asked where a loop stands; false where they are asked nothing. */
export async function isGatedMerge(
  { heads }: Pick<GateHearingOptions, 'heads'>,
  { verbs, target, headSha }: Pick<Hearing, 'verbs' | 'target' | 'headSha'>,
): Promise<boolean> {
  const gate = await gateOf({ verbs, target });
  if (gate === null) return false;
  const enteredAt = gate.open.view.nodes[gate.node.id]?.enteredAt ?? '';
  return heads.isGated({ place: gate.place, headSha, enteredAt });
}

interface Gate {
  readonly open: OpenLoop;
  readonly node: GraphNode;
  readonly place: GatePlace;
}

async function gateOf({ verbs, target }: Pick<Hearing, 'verbs' | 'target'>): Promise<Gate | null> {
  const open = await openLoop(verbs, { address: target.address });
  const node = findNode(open.graph, open.view.currentNode);
  if (node?.actor !== 'human' || node.terminal) return null;
  return { open, node, place: { target, node: node.id, entry: open.view.nodes[node.id]?.entries ?? 0 } };
}

function asks({ node }: Gate, hook: string): boolean {
  return node.exit.some((entry) => entry.hook === hook);
}

/** Words that cannot decide alone: nobody can sign a list that is not there yet, and one approval is not two. */
function isKept(gate: Gate, { settings }: VerbContext): boolean {
  if (asks(gate, 'classify-feedback')) return settings.minApprovals > 1;
  return asks(gate, 'classify-phase-selection') && gate.open.state.pending.some(isChecklist);
}

function isChecklist({ effect }: OpenLoop['state']['pending'][number]): boolean {
  return effect.kind === 'comment' && effect.purpose === 'phase-checklist';
}

/** While GitHub does not say what stands there, nothing is decided and nothing is lost. */
async function standingAt(options: GateHearingOptions, gate: Gate, hearing: Hearing): Promise<Standing> {
  if (!asks(gate, 'classify-feedback')) return { headSha: '', comments: [] };
  try {
    const standing = await options.standing(hearing.target);
    await options.heads.note(gate.place, standing.headSha);
    return standing;
  } catch (error) {
    await options.words.hold(gate.place, hearing.words);
    throw error;
  }
}

/** A review that nobody has used and that is about what is asked. */
function isVerdict(comment: GateComment, { headSha }: Standing, open: OpenLoop): boolean {
  const decides = comment.reviewState === 'APPROVED' || comment.reviewState === 'CHANGES_REQUESTED';
  return decides && comment.commitId === headSha && !isUsed(open, comment);
}

interface Question {
  readonly hearing: Hearing;
  readonly standing: Standing;
  readonly words: readonly GateComment[];
}

async function ask(
  options: GateHearingOptions,
  { place }: Gate,
  { hearing, standing, words }: Question,
): Promise<VerbReport> {
  const { verbs, target } = hearing;
  const { address } = target;
  const headSha = standing.headSha === '' ? hearing.headSha : standing.headSha;
  const report = await advance(verbs, { address, comments: together(words, standing.comments), headSha });
  if (report.moved || report.reason === 'renewed') await options.words.release(place);
  if (report.moved && address.pr !== undefined) await reconsiderLoop(verbs, { id: address.id });
  return report;
}

/** Oldest first, each once; within one of GitHub's seconds what stands comes before what was just told. A standing review replaces what was told of it. */
function together(words: readonly GateComment[], standing: readonly GateComment[]): GateComment[] {
  const told = words.filter(
    (word, index) =>
      words.findIndex((other) => other === word || isSame(other, word)) === index &&
      !standing.some(({ kind, id }) => kind === word.kind && id !== undefined && id === word.id),
  );
  return [...standing, ...told].toSorted((left, right) => madeAt(left) - madeAt(right));
}

function madeAt({ createdAt }: GateComment): number {
  const at = Date.parse(createdAt ?? '');
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
}

/** A comment that a gate has used is never used again, whichever node the loop stands at by now. */
export function isUsed({ state }: OpenLoop, { id }: GateComment): boolean {
  if (id === undefined || id === '') return false;
  return state.facts.some((fact) => {
    if (fact.kind === 'approved' || fact.kind === 'changes-requested') return fact.used.includes(id);
    if (fact.kind === 'entered') return fact.used?.includes(id) === true;
    return (fact.kind === 'selected' || fact.kind === 'goal') && 'id' in fact.source && fact.source.id === id;
  });
}
