import { isGithubName, isWorkItemId, type LoopAddress, LoopError, safeParseRef } from '@the-loop/graph-core';
import * as v from 'valibot';
import { type Parameter } from './define-operation.ts';

const id = v.pipe(
  v.string(),
  v.check(isWorkItemId, 'a work item id has letters, digits, ".", "_" and "-", at most 100'),
);
const repoSlug = v.pipe(
  v.string(),
  v.maxLength(256, 'a repository has at most 256 characters'),
  v.check(isRepository, 'a repository is owner/repo, or host/owner/repo'),
);

function isRepository(text: string): boolean {
  const parts = text.split('/');
  return (parts.length === 2 || parts.length === 3) && parts.every(isGithubName);
}

const ref = v.pipe(
  v.string(),
  v.maxLength(512),
  v.check((text) => safeParseRef(text).ok || safeParseRef(`github:${text}`).ok, 'a ref is github:owner/repo#7'),
);

/** The part of an input that says which loop a verb is about. */
export const addressEntries = {
  item: id,
  pr: v.optional(
    v.pipe(v.number(), v.integer('a pull request has a whole number'), v.minValue(1), v.maxValue(9_999_999_999)),
  ),
  prRepo: v.optional(repoSlug),
  ref: v.optional(ref),
  repo: v.optional(v.pipe(v.string(), v.maxLength(4096))),
};

export interface AddressInput {
  readonly item: string;
  readonly pr?: number | undefined;
  readonly prRepo?: string | undefined;
  readonly ref?: string | undefined;
  readonly repo?: string | undefined;
}

export const itemArgument: Parameter = { kind: 'argument', key: 'item', help: 'the work item, such as issue-12' };

export const repoOption: Parameter = {
  kind: 'option',
  key: 'repo',
  flag: '--repo <path>',
  help: 'the repository',
  takes: 'text',
};

/** The options that every verb over one loop has. */
export const addressOptions: readonly Parameter[] = [
  repoOption,
  {
    kind: 'option',
    key: 'ref',
    flag: '--ref <ref>',
    help: 'where to post, instead of the derived ticket: github:owner/repo#7',
    takes: 'text',
  },
  {
    kind: 'option',
    key: 'pr',
    flag: '--pr <number>',
    help: "the inner loop of this pull request instead of the item's own",
    takes: 'number',
  },
  {
    kind: 'option',
    key: 'prRepo',
    flag: '--pr-repo <owner/repo>',
    help: 'the repository of that pull request, where it is not the origin',
    takes: 'text',
  },
];

/** The input of a verb of the runtime. Throws `OPERATION_USAGE` for a repository without a pull request. */
export function verbInput(input: AddressInput): { readonly address: LoopAddress; readonly ref?: string } {
  if (input.prRepo !== undefined && input.pr === undefined) {
    throw new LoopError('OPERATION_USAGE', '--pr-repo without --pr: a repository does not identify a loop', {
      remedy: 'add --pr <number>',
    });
  }
  const pr = input.pr === undefined ? {} : { pr: input.pr };
  const prRepo = input.prRepo === undefined ? {} : { prRepo: input.prRepo };
  const explicit = input.ref === undefined ? {} : { ref: input.ref };
  return { address: { id: input.item, ...pr, ...prRepo }, ...explicit };
}

/** Refuses an agent. Throws `OPERATION_AGENT_REFUSED`. */
export function refuseAgent(context: { readonly isAgent: boolean }, verb: string): void {
  if (!context.isAgent) return;
  throw new LoopError('OPERATION_AGENT_REFUSED', `an agent cannot ${verb}: only people can`, {
    remedy: 'ask on the ticket',
  });
}
