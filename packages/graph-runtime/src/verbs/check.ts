import { type Fact, type LoopAddress, type LoopError } from '@the-loop/graph-core';
import { isLoopError } from '../errors.ts';
import { checkLoop } from '../report/check-loop.ts';
import { type CheckReport, isSatisfied } from '../report/check-report.ts';
import { openLoop } from './open-loop.ts';
import { type VerbContext, type VerbInput } from './verb-context.ts';

/** How strictly to look. */
export interface CheckInput extends VerbInput {
  /** Believe neither pointer nor forces; the first unmet node is where the item stands. */
  readonly recompute?: boolean;
  /** Read the sources of recorded facts on GitHub again; needs `context.remote`. */
  readonly confirm?: boolean;
  /** Facts that are only recorded do not satisfy their node. */
  readonly requireConfirmed?: boolean;
  /** Facts that this machine holds in a log of its own. */
  readonly holds?: (fact: Fact, address: LoopAddress) => boolean;
}

/** Where a loop stands. Reads files and recorded facts; no network unless `confirm`, no process, no write. */
export async function check(context: VerbContext, input: CheckInput): Promise<CheckReport> {
  const open = await openLoop(context, input);
  const { settings } = context;
  const asks = input.confirm === true || input.holds !== undefined;
  const remote = input.confirm === true && context.remote !== undefined ? { remote: context.remote } : {};
  const holds = input.holds === undefined ? {} : { holds: input.holds };
  return checkLoop(context, open, {
    recompute: input.recompute === true,
    confirming: asks ? { settings, ...remote, ...holds } : null,
    requireConfirmed: input.requireConfirmed === true,
  });
}

/** Where a loop stands, as `graph status` shows it. */
export function status(context: VerbContext, input: VerbInput): Promise<CheckReport> {
  return check(context, input);
}

/** What one item came to: a report, or why there is none. */
export type CheckedItem =
  | { readonly kind: 'checked'; readonly id: string; readonly report: CheckReport }
  | { readonly kind: 'unreadable'; readonly id: string; readonly error: LoopError };

/** All items of a repository. None at all is not a success. */
export interface CheckAllReport {
  readonly items: readonly CheckedItem[];
  readonly satisfied: number;
}

async function checkOne(
  context: VerbContext,
  input: Omit<CheckInput, 'address'> & { id: string },
): Promise<CheckedItem> {
  const { id, ...options } = input;
  try {
    return { kind: 'checked', id, report: await check(context, { ...options, address: { id } }) };
  } catch (error) {
    if (isLoopError(error)) return { kind: 'unreadable', id, error };
    throw error;
  }
}

/** Checks every work item, one after the other; one that cannot be read is named and stops no other. */
export async function checkAll(
  context: VerbContext,
  options: Omit<CheckInput, 'address'> = {},
): Promise<CheckAllReport> {
  const items: CheckedItem[] = [];
  for (const id of await context.store.list()) items.push(await checkOne(context, { ...options, id }));
  const satisfied = items.filter((item) => item.kind === 'checked' && isSatisfied(item.report)).length;
  return { items, satisfied };
}
