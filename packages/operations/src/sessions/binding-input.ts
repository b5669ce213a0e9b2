import { LoopError, safeParseRef, type WorkItemRef } from '@the-loop/graph-core';
import * as v from 'valibot';
import { type Parameter } from '../define-operation.ts';
import { type OperationErrorCode } from '../errors.ts';
import { itemOf } from '../explain/item-of.ts';
import { type ServiceMemory } from '../service-memory.ts';

/** The input of a verb over a binding. */
export const BindingInputSchema = v.strictObject({
  item: v.pipe(v.string(), v.nonEmpty('name a work item'), v.maxLength(512)),
  pullRequest: v.pipe(v.string('pass --pull-request <number>'), v.nonEmpty(), v.maxLength(512)),
});
export type BindingInput = v.InferOutput<typeof BindingInputSchema>;

/** Its parameters as people write them. */
export const bindingParameters: readonly Parameter[] = [
  { kind: 'argument', key: 'item', help: 'the work item: owner/repo#7 or issue-7' },
  {
    kind: 'option',
    key: 'pullRequest',
    flag: '--pull-request <number>',
    help: "the pull request: a number in the work item's repository, or owner/repo#9",
    takes: 'text',
  },
];

/** The two ends of a binding. Throws what {@link itemOf} throws, and `OPERATION_USAGE` for what names no pull request. */
export async function bindingEnds(
  { store, own }: ServiceMemory,
  input: BindingInput,
): Promise<{ readonly item: WorkItemRef; readonly pullRequest: WorkItemRef }> {
  const item = own ?? (await itemOf(store.records, input.item));
  return { item, pullRequest: pullRequestOf(input.pullRequest, item) };
}

function pullRequestOf(text: string, item: WorkItemRef): WorkItemRef {
  const digits = /^#?(\d{1,10})$/.exec(text)?.[1];
  if (digits !== undefined && Number(digits) > 0) return { ...item, number: Number(digits) };
  const parsed = safeParseRef(text, { defaultProvider: 'github' });
  if (digits === undefined && parsed.ok) return parsed.value;
  throw new LoopError<OperationErrorCode>(
    'OPERATION_USAGE',
    `${JSON.stringify(text.slice(0, 80))} names no pull request`,
    { remedy: 'write its number, or owner/repo#9' },
  );
}

/** A work item is not its own pull request. */
export function ownRef(): LoopError<OperationErrorCode> {
  return new LoopError('OPERATION_USAGE', 'that is the work item itself, not a pull request of it', {
    remedy: 'name the pull request with --pull-request',
  });
}
