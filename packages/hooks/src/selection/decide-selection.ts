import { type HookContext } from '@the-loop/graph-core';
import { readBaseRows } from './base-rows.ts';
import { type ForgedChecklist, forgedChecklists } from './forged-checklists.ts';
import { parseSelection, type Selection, selectionOf } from './parse-selection.ts';
import { mergeRows } from './rows.ts';
import { findSigning, type Signing } from './signing.ts';

/** A selection that an authorized person signed and that says one thing only. */
export interface SignedSelection {
  readonly signing: Signing;
  readonly selection: Selection;
  readonly via: 'reply' | 'checklist' | 'default';
  /** Unticked phases that the item has already entered; they are not skipped. */
  readonly late: readonly string[];
  /** Who changed boxes, where GitHub says so. */
  readonly editors: readonly string[];
  /** Comments of others that pretend to be the checklist; they were not read. */
  readonly forged: readonly ForgedChecklist[];
}

/** Where the gate of a phase selection stands. */
export type SelectionDecision =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'hold'; readonly code: string; readonly text: string }
  | { readonly kind: 'foreign-ticks'; readonly editors: readonly string[]; readonly mark: string }
  /** Signed, and contradictory or not understood. */
  | { readonly kind: 'unclear'; readonly selection: Selection }
  | ({ readonly kind: 'signed' } & SignedSelection);

/** Reads the gate's answer out of the delivery's comments and the stored checklist. */
export async function decideSelection(context: HookContext): Promise<SelectionDecision> {
  const signing = findSigning(context);
  if (signing === null) return { kind: 'unsigned' };
  const base = await readBaseRows(context, signing);
  if (base.kind !== 'rows') return base;
  const rows = signing.hasList ? mergeRows(base.rows, signing.rows) : base.rows;
  const read = selectionOf(context.graph, rows);
  if (isUnclear(read)) return { kind: 'unclear', selection: read };
  const late = read.skips.filter((node) => (context.state.nodes[node]?.entries ?? 0) > 0);
  const selection = { ...read, skips: read.skips.filter((node) => !late.includes(node)) };
  const via = signing.hasList ? 'reply' : base.via;
  const forged = await forgedChecklists(context);
  return { kind: 'signed', signing, selection, via, late, editors: base.editors, forged };
}

/** Whether a `start` comment already brings a selection that needs no checklist. */
export function bringsSelection(context: HookContext): boolean {
  const signing = findSigning(context);
  return signing?.command === 'start' && !isUnclear(parseSelection(context.graph, signing.comment.body));
}

function isUnclear({ contradictions, malformed, unknownUnticked }: Selection): boolean {
  return contradictions.length + malformed.length + unknownUnticked.length > 0;
}
