import * as v from 'valibot';

/** Options of a hook that takes none: anything below `with` is a mistake. */
export const noOptions = v.strictObject({});
