import { type NotificationRoles } from '../operator/operator-config.ts';

/** A repository's own hook, as declared. Declarations are listed and not run. */
export interface RepositoryHooks {
  readonly modules: readonly { readonly path?: string | undefined; readonly module?: string | undefined }[];
  readonly attach: readonly {
    readonly hook: string;
    readonly node: string;
    readonly boundary: 'entry' | 'exit';
    readonly with: Readonly<Record<string, unknown>>;
  }[];
}

/** What a repository says about work on itself. It never says who may command, where to listen or what to run. */
export interface HarnessConfig {
  readonly version: 1;
  readonly ticketing: {
    readonly system: 'github';
    /** Where the tickets are; absent when the origin of the checkout says so. Without `host`: on that of the origin. */
    readonly github?: { readonly owner: string; readonly repo: string; readonly host?: string | undefined } | undefined;
  };
  readonly workflow: {
    /** Directory of the work items, relative to the repository, with forward slashes. */
    readonly specDir: string;
    readonly phaseLabelPrefix: string;
  };
  readonly notifications: { readonly enabled: boolean; readonly events: NotificationRoles };
  readonly graph: { readonly hooks: RepositoryHooks };
  /** Markdown for the agent; no code reads it. */
  readonly guidance: string;
}

/** The harness configuration where no file says otherwise. */
export const defaultHarnessConfig: HarnessConfig = {
  version: 1,
  ticketing: { system: 'github' },
  workflow: { specDir: 'docs/specs', phaseLabelPrefix: 'loop:' },
  notifications: { enabled: true, events: {} },
  graph: { hooks: { modules: [], attach: [] } },
  guidance: '',
};
