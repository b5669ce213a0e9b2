import * as v from 'valibot';
import { HostName, Line, NotificationEvents } from '../schema/values.ts';
import { defaultHarnessConfig as defaults } from './harness-config.ts';

function section<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.optional(v.strictObject(entries), {} as never);
}

const RelativePath = v.pipe(
  v.string(),
  v.maxLength(200, 'expected at most 200 characters'),
  v.regex(
    /^(?!\.{1,2}(?:\/|$))[A-Za-z0-9._][A-Za-z0-9._-]*(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._][A-Za-z0-9._-]*)*$/,
    'expected a path inside the repository, with forward slashes and without ..',
  ),
  v.regex(/^(?!\.git(?:\/|$))/i, 'expected a path outside of .git'),
);

const GithubName = v.pipe(
  v.string(),
  v.regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/, 'expected a name of letters, digits, dots, dashes and underscores'),
);

const Hooks = section({
  modules: v.optional(
    v.array(
      v.pipe(
        v.strictObject({ path: v.optional(RelativePath), module: v.optional(Line) }),
        v.check((each) => (each.path === undefined) !== (each.module === undefined), 'expected either path or module'),
      ),
    ),
    [],
  ),
  attach: v.optional(
    v.array(
      v.strictObject({
        hook: v.pipe(v.string(), v.regex(/^x-[a-z0-9-]{1,80}$/, 'expected the name of a hook of this repository: x-…')),
        node: Line,
        boundary: v.optional(v.picklist(['entry', 'exit']), 'exit'),
        with: v.optional(v.record(v.string(), v.unknown()), {}),
      }),
    ),
    [],
  ),
});

/** The repository's file. Everything may be left out. */
export const HarnessFileSchema = v.strictObject({
  version: v.optional(v.literal(1), 1),
  ticketing: section({
    system: v.optional(v.picklist(['github']), defaults.ticketing.system),
    github: v.optional(v.strictObject({ owner: GithubName, repo: GithubName, host: v.optional(HostName) })),
  }),
  workflow: section({
    specDir: v.optional(RelativePath, defaults.workflow.specDir),
    phaseLabelPrefix: v.optional(
      v.pipe(
        Line,
        v.minLength(2, 'expected at least 2 characters'),
        v.maxLength(40, 'expected at most 40 characters'),
        v.regex(/[:/\-_.]$/, 'expected a prefix that ends with one of : / - _ .'),
      ),
      defaults.workflow.phaseLabelPrefix,
    ),
  }),
  notifications: section({
    enabled: v.optional(v.boolean(), defaults.notifications.enabled),
    events: v.optional(NotificationEvents, {}),
  }),
  graph: section({ hooks: Hooks }),
  guidance: v.optional(v.string(), defaults.guidance),
});
