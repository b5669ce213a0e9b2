import {
  type Hook,
  type HookCapability,
  type HookContext,
  type HookPlace,
  type HookResult,
} from '@the-loop/graph-core';
import * as v from 'valibot';

/** A hook with its options: what a graph may write below `with`, and what the hook then gets. */
export interface HookDefinition<Schema extends v.GenericSchema<unknown, unknown>> {
  readonly name: string;
  readonly capability: HookCapability;
  /** How long it may take; 60 s when absent. */
  readonly timeoutMs?: number;
  /** What it may put into `data.outcome`. */
  readonly outcomes?: readonly string[];
  /** Data keys beside `outcome` and `error`. */
  readonly dataKeys?: readonly string[];
  readonly options: Schema;
  /** Why the options do not fit where the entry stands; absent where they fit anywhere. */
  readonly checkPlace?: (options: v.InferOutput<Schema>, place: HookPlace) => readonly string[];
  run(context: HookContext, options: v.InferOutput<Schema>): Promise<HookResult> | HookResult;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/** Makes a hook whose parameters are checked by its options schema, when a graph is read and again when it runs. */
export function defineHook<Schema extends v.GenericSchema<unknown, unknown>>(definition: HookDefinition<Schema>): Hook {
  const { name, capability, options } = definition;
  return {
    name,
    capability,
    timeoutMs: definition.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    outcomes: definition.outcomes ?? [],
    dataKeys: definition.dataKeys ?? [],
    checkParams: (params) => problemsOf(v.safeParse(options, params)),
    checkPlace: (params, place) => {
      const parsed = v.safeParse(options, params);
      return parsed.success ? (definition.checkPlace?.(parsed.output, place) ?? []) : [];
    },
    run: (context) => {
      const parsed = v.safeParse(options, context.params);
      if (parsed.success) return definition.run(context, parsed.output);
      const messages = problemsOf(parsed).map((text) => ({ text, severity: 'error' as const, code: 'HOOK_PARAMS' }));
      return { status: 'block', messages, retriable: false };
    },
  };
}

function problemsOf(result: v.SafeParseResult<v.GenericSchema<unknown, unknown>>): string[] {
  return (result.issues ?? []).map((issue) => {
    const path = v.getDotPath(issue);
    return path === null ? issue.message : `${path}: ${issue.message}`;
  });
}
