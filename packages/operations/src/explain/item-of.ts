import { createSessionRecords, formerNames, nameAfter } from '@the-loop/dispatcher';
import {
  formatRef,
  isWorkItemId,
  LoopError,
  refKey,
  safeParseRef,
  sameRef,
  specIdFor,
  type WorkItemRef,
} from '@the-loop/graph-core';
import { type Records } from '@the-loop/store';
import * as v from 'valibot';
import { type OperationErrorCode } from '../errors.ts';

/**
 * The work item that a ref or an id such as `issue-7` means; a pull request means the item it delivers, and a name that an
 * item had before means that item. Throws `OPERATION_USAGE` for neither, `OPERATION_ITEM_UNKNOWN` for an id that no record
 * has, and `OPERATION_ITEM_AMBIGUOUS` for one that several have.
 */
export async function itemOf(records: Records, text: string): Promise<WorkItemRef> {
  if (isWorkItemId(text)) return itemOfId(records, text);
  const parsed = safeParseRef(text, { defaultProvider: 'github' });
  if (!parsed.ok) throw malformed(text);
  const ref = parsed.value;
  const sessions = createSessionRecords(records);
  const [owner] = await sessions.owning([ref]);
  if (owner !== undefined) return owner.item;
  const name = await nameAfter(records, refKey(ref));
  if (name === null) return ref;
  const [moved] = await sessions.owning([name]);
  return moved?.item ?? name;
}

function malformed(text: string): LoopError<OperationErrorCode> {
  return new LoopError('OPERATION_USAGE', `${JSON.stringify(text.slice(0, 80))} names no work item`, {
    remedy: 'write owner/repo#7, or issue-7',
  });
}

async function itemOfId(records: Records, id: string): Promise<WorkItemRef> {
  const known = (await knownItems(records)).filter((ref) => specIdFor(ref) === id);
  const refs = known.length > 0 ? known : await formerlyCalled(records, id);
  const [first, ...others] = refs;
  if (first === undefined) {
    throw new LoopError<OperationErrorCode>('OPERATION_ITEM_UNKNOWN', `no service here has driven ${id}`, {
      remedy: 'name it as owner/repo#7, or see the-loop status',
    });
  }
  if (others.every((ref) => sameRef(ref, first))) return first;
  throw new LoopError<OperationErrorCode>(
    'OPERATION_ITEM_AMBIGUOUS',
    `several work items are called ${id}: ${refs.map(formatRef).join(', ')}`,
    { remedy: `name one, such as ${formatRef(first)}` },
  );
}

/** Items that were called so before they moved. */
async function formerlyCalled(records: Records, id: string): Promise<readonly WorkItemRef[]> {
  const items = await knownItems(records);
  const names = (await formerNames(records)).filter(({ former }) => specIdFor(former) === id);
  return items.filter((item) => names.some(({ current }) => sameRef(current, item)));
}

const NamedSchema = v.object({ ref: v.string() });

/** Every item with a session record, ended ones included. */
export async function knownItems(records: Records): Promise<readonly WorkItemRef[]> {
  const found = await records.list('session');
  return found.flatMap(({ value }) => {
    const named = v.safeParse(NamedSchema, value);
    const ref = safeParseRef(named.success ? named.output.ref : '');
    return ref.ok ? [ref.value] : [];
  });
}
