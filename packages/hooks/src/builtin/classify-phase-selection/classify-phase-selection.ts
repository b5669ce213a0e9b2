import { type CommentEffect, type HookContext, type HookResult, type SelectedFact } from '@the-loop/graph-core';
import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';
import { bareLogin, executeKeyword, principalOf, sourceOf } from '../../replies/replies.ts';
import { decideSelection, type SelectionDecision, type SignedSelection } from '../../selection/decide-selection.ts';
import {
  renderForeignTicks,
  renderSelectionConfirmation,
  renderUnclearSelection,
} from '../../selection/render-selection.ts';

const OUTCOME = 'selected';

/** Passes once an authorized person signed which phases run. What they signed is frozen as a fact. */
export const classifyPhaseSelection = defineHook({
  name: 'classify-phase-selection',
  capability: 'read-remote',
  outcomes: [OUTCOME],
  dataKeys: [
    'facts',
    'source',
    'skips',
    'optIns',
    'refused',
    'unknown',
    'contradictions',
    'late',
    'surface',
    'sessionPerPr',
    'by',
    'frozenGraph',
    'editors',
  ],
  options: noOptions,
  run: async (context) => {
    if (context.state.selection !== null) return { status: 'pass', data: { outcome: OUTCOME } };
    const decision = await decideSelection(context);
    return decision.kind === 'signed' ? selected(context, decision) : waiting(context, decision);
  },
});

function waiting(context: HookContext, decision: Exclude<SelectionDecision, { kind: 'signed' }>): HookResult {
  const keyword = executeKeyword(context.settings);
  const hint = (body: string): CommentEffect => {
    const occasion = context.digest(body).slice(0, 16);
    return { kind: 'comment', ref: context.ref, body, purpose: 'hint', occasion };
  };
  switch (decision.kind) {
    case 'unsigned':
      return wait(
        'SELECTION_UNSIGNED',
        `waiting for an authorized person to choose the phases and reply \`${keyword}\``,
      );
    case 'hold':
      return wait(decision.code, decision.text);
    case 'foreign-ticks': {
      const { editors, mark } = decision;
      const result = wait(
        'SELECTION_FOREIGN_TICKS',
        'boxes of the checklist were changed by someone who may not decide it',
      );
      return { ...result, data: { editors }, effects: [hint(renderForeignTicks(editors, keyword, mark))] };
    }
    case 'unclear': {
      const { contradictions, unknown } = decision.selection;
      const result = wait(
        'SELECTION_UNCLEAR',
        'the signed list contradicts itself or names unknown phases; the reply on the thread says which',
      );
      return {
        ...result,
        data: { contradictions, unknown },
        effects: [hint(renderUnclearSelection(decision.selection, keyword))],
      };
    }
  }
}

function wait(code: string, text: string): HookResult {
  return { status: 'wait', messages: [{ code, text, severity: 'info' }] };
}

function selected(context: HookContext, signed: SignedSelection): HookResult {
  const { selection, signing, via } = signed;
  const sessionPerPr = selection.sessionPerPr ?? context.settings.sessionPerPr;
  const { skips, optIns, surface } = selection;
  const fact: SelectedFact = {
    kind: 'selected',
    at: context.now,
    by: principalOf(signing.comment),
    source: sourceOf(signing.comment, context),
    skips,
    optIns,
    surface,
    sessionPerPr,
    via,
  };
  const body = renderSelectionConfirmation(context.graph, signed, sessionPerPr);
  return {
    status: 'pass',
    messages: signed.forged.map(({ author }) => ({
      code: 'SELECTION_FORGED',
      text: `a comment of ${author} pretends to be the checklist and was not read`,
      severity: 'warning',
    })),
    data: {
      outcome: OUTCOME,
      facts: [fact],
      source: via,
      skips,
      optIns,
      refused: selection.refused,
      unknown: selection.unknown,
      late: signed.late,
      surface,
      sessionPerPr,
      by: [bareLogin(signing.comment.author)],
      frozenGraph: frozenGraph(context, fact),
    },
    effects: [{ kind: 'comment', ref: context.ref, body, purpose: 'confirmation' }],
  };
}

/** The plan as other programs read it. */
function frozenGraph(
  { address, graph }: HookContext,
  { skips, optIns, surface, sessionPerPr }: SelectedFact,
): Record<string, unknown> {
  const nodes = graph.nodes.map(({ id, phase, skippable, optIn }) => ({
    id,
    phase,
    skipped: skips.includes(id) || (optIn && !optIns.includes(id)),
    selectable: skippable || optIn,
    optIn,
  }));
  return { loop: graph.name, workItem: address.id, surface, sessionPerPr, nodes };
}
