import { NOTIFICATIONS } from '@the-loop/graph-core';
import * as v from 'valibot';

/** What is told, and to whom where the operator named nobody for it. */
export const notifyOptions = v.strictObject({
  event: v.optional(v.picklist(NOTIFICATIONS), 'phase-approval-pending'),
  roles: v.optional(v.array(v.pipe(v.string(), v.nonEmpty('is the name of a role'))), []),
});
