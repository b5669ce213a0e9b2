import { formatRef, parseRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type SessionRecord } from '@the-loop/sessions';

/** The record under another name. A binding to the new name itself would make the item its own pull request. */
export function renamedSession(record: SessionRecord, to: WorkItemRef): SessionRecord {
  return {
    ...record,
    ref: formatRef(to),
    bindings: record.bindings.filter((binding) => !sameRef(parseRef(binding.ref), to)),
  };
}
