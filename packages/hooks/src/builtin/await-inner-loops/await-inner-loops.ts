import { type HookContext, type HookMessage, type HookResult } from '@the-loop/graph-core';
import { pathOf } from '../../artifact-slots/artifact-slot.ts';
import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';
import { DECLARING_FILE, type Declaration, keyOf, readDeclaration } from '../../inner-loops/declared-repositories.ts';
import {
  type InnerLoop,
  type InnerLoopStatus,
  type InnerLoops,
  readInnerLoops,
} from '../../inner-loops/read-inner-loop.ts';

type Repository = Extract<Declaration, { kind: 'declared' }>['repositories'][number];

/** Holds the outer loop until every pull request's loop is finished and every declared repository has one. Offline. */
export const awaitInnerLoops = defineHook({
  name: 'await-inner-loops',
  capability: 'pure',
  dataKeys: ['innerLoops', 'declared', 'pending', 'missing', 'abandoned', 'mergedUnapproved', 'originUnknown'],
  options: noOptions,
  run: async (context) => {
    const declaration = await readDeclaration(context.files);
    if (declaration.kind === 'malformed') return refused(context, declaration.text);
    return judge(context, await readInnerLoops(context.files), declaration.repositories);
  },
});

function refused(context: HookContext, text: string): HookResult {
  const path = pathOf(context, DECLARING_FILE);
  return { status: 'block', messages: [{ code: 'AIL_BAD_DECLARATION', text, path, severity: 'error' }] };
}

function judge(context: HookContext, { loops, strays }: InnerLoops, declared: readonly Repository[]): HookResult {
  const of = (...statuses: InnerLoopStatus[]) =>
    loops.filter(({ status }) => statuses.includes(status)).map(({ label }) => label);
  const origin = keyOf(context.settings.originRepo);
  const living = loops.filter(({ status }) => status !== 'abandoned');
  const missing = declared
    .filter(({ key }) => !living.some((loop) => belongsTo(loop, key, origin)))
    .map(({ name }) => name);
  const data = {
    innerLoops: loops.map(({ label }) => label),
    declared: declared.map(({ name }) => name),
    pending: of('open', 'unreadable', 'misplaced', 'merged-unapproved'),
    missing,
    abandoned: of('abandoned'),
    mergedUnapproved: of('merged-unapproved'),
    originUnknown: origin === null && missing.length > 0 && loops.some(({ repository }) => repository === ''),
  };
  const notes = [...strayNotes(strays), ...abandonedNotes(data.abandoned)];
  if (data.pending.length === 0 && missing.length === 0) return { status: 'pass', messages: notes, data };
  const findings = [...loops.flatMap(findingsOf), ...missing.map(missingFinding), ...originFinding(data.originUnknown)];
  return { status: 'wait', messages: [...findings, ...notes], data };
}

function belongsTo(loop: InnerLoop, key: string, origin: string | null): boolean {
  return loop.repository === key || (loop.repository === '' && origin !== null && origin === key);
}

function findingsOf({ label, status }: InnerLoop): HookMessage[] {
  const text = {
    open: `the loop of ${label} is not complete`,
    unreadable: `the state of ${label} cannot be read`,
    misplaced: `the state of ${label} belongs to another repository`,
    'merged-unapproved': `${label} was merged without an approval (merged-unapproved): approve it on the pull request, or force the loop`,
    abandoned: '',
    complete: '',
  }[status];
  return text === '' ? [] : [{ code: 'AIL_PENDING', text, detail: label, severity: 'info' }];
}

function missingFinding(name: string): HookMessage {
  return {
    code: 'AIL_MISSING',
    text: `the declared repository ${name} has no pull request of this item yet`,
    detail: name,
    severity: 'info',
  };
}

function originFinding(unknown: boolean): HookMessage[] {
  if (!unknown) return [];
  const text =
    'the origin repository is unknown, so its loops cannot be told: set ticketing.github in .the-loop/harness-config.yaml';
  return [{ code: 'AIL_ORIGIN_UNKNOWN', text, severity: 'warning' }];
}

function abandonedNotes(labels: readonly string[]): HookMessage[] {
  return labels.map((label) => ({
    code: 'AIL_ABANDONED',
    text: `${label} was abandoned`,
    detail: label,
    severity: 'info',
  }));
}

function strayNotes(labels: readonly string[]): HookMessage[] {
  return labels.map((label) => ({
    code: 'AIL_STRAY',
    text: `pr-loops/${label} holds a state file, and is no directory of a pull request (pr-<number>)`,
    detail: label,
    severity: 'warning',
  }));
}
