import { event } from '../catalogue/define-event.ts';
import { flag, maybe, number, oneOf, text, texts } from '../catalogue/field.ts';

const at = { work_item: text, node: text, pull_request: maybe(text) };

/** By what nodes were declared: rows on the ticket, an answer to the gate at a terminal, or the verb `skip`. */
const declared = oneOf('selection', 'gate-answer', 'cli');

/** A work item on its way through its graph. */
export const graphEvents = {
  'graph.started': event('info', { ...at, loop: maybe(text), actor: maybe(text) }, 'A loop was entered at its start.'),
  'graph.advanced': event(
    'info',
    { ...at, to: text, outcome: text, actor: maybe(text) },
    'A gate passed and the pointer moved.',
  ),
  'graph.parked': event('info', { ...at, reason: maybe(text) }, 'A gate waits for something outside.'),
  'graph.blocked': event('info', { ...at, hook: text, attempts: maybe(number) }, 'A gate refused.'),
  'graph.escalated': event(
    'warning',
    { ...at, attempts: number, repeated: flag },
    'A gate refused too often; people are asked to look.',
  ),
  'graph.no_edge': event('warning', { ...at, outcome: text }, 'No edge leaves the node for this outcome.'),
  'graph.completed': event('info', at, 'A loop reached its end.'),
  'graph.cleaned': event(
    'info',
    { work_item: text, pull_request: maybe(text), from: text, reason: text },
    'A loop was moved to its clean-up node.',
  ),
  'graph.forced': event(
    'warning',
    { work_item: text, pull_request: maybe(text), from: text, to: text, actor: text, reason: text },
    'A person moved the pointer past its gates.',
  ),
  'graph.merged': event(
    'info',
    { work_item: text, pull_request: text, approves: flag, actor: maybe(text) },
    'The pull request of an inner loop was merged.',
  ),
  'graph.abandoned': event(
    'warning',
    { work_item: text, pull_request: maybe(text), reason: text, actor: maybe(text) },
    'An inner loop was given up.',
  ),
  'graph.migrated': event(
    'warning',
    { work_item: text, pull_request: maybe(text), from: text, to: text, actor: maybe(text) },
    'A work item was moved to another version of its graph.',
  ),
  'graph.hook_degraded': event(
    'warning',
    { ...at, hook: text, error: text },
    'A side effect of a node failed; the node goes on.',
  ),
  'graph.skips_declared': event(
    'info',
    {
      work_item: text,
      pull_request: maybe(text),
      via: declared,
      nodes: texts,
      actor: maybe(text),
      reason: maybe(text),
    },
    'Nodes were declared skipped.',
  ),
  'graph.skips_rejected': event(
    'warning',
    { work_item: text, token: text, via: declared, why: text },
    'A declared skip is not allowed and has no effect.',
  ),
  'graph.unskipped': event(
    'info',
    { work_item: text, node: text, actor: maybe(text), reason: text },
    'A declared skip was taken back.',
  ),
  'graph.opt_ins_selected': event(
    'info',
    { work_item: text, via: declared, nodes: texts },
    'Optional nodes were chosen.',
  ),
  'graph.node_skipped': event(
    'info',
    { ...at, via: maybe(text), token: maybe(text), by: maybe(text), reason: maybe(text) },
    'A node was routed around.',
  ),
  'graph.frozen': event('info', { work_item: text }, 'The phase selection is frozen.'),
  'graph.skipped': event(
    'info',
    { work_item: text, reason: oneOf('no-checkout') },
    'The graph was not asked about an event.',
  ),
  'graph.link_failed': event('error', { work_item: text, action: text, error: text }, 'Asking the graph failed.'),
  'graph.spec_tree_excluded': event(
    'info',
    { work_item: text, path: text },
    'The item directory is kept out of commits of a foreign repository.',
  ),
  'graph.drifted': event('warning', { ...at, files: texts }, 'An approved artifact changed; the next advance waits.'),
  'state.quarantined': event(
    'warning',
    { work_item: text, path: text, kept_as: maybe(text), reason: text },
    'An unreadable or diverged state file was set aside.',
  ),
} as const;
