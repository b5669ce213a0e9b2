import { type HookContext, type HookMessage } from '@the-loop/graph-core';
import { type PresentFile, pathOf, presentFiles, readSlots } from '../../artifact-slots/artifact-slot.ts';
import { defineHook } from '../../definition/define-hook.ts';
import { type LintOptions, lintArtifact } from '../../lint/lint-artifact.ts';
import { lintArtifactsOptions } from './options.ts';

/** The documents that the node produces can be read by people: diagrams render, lines are not endless. */
export const lintArtifacts = defineHook({
  name: 'lint-artifacts',
  capability: 'pure',
  options: lintArtifactsOptions,
  run: async (context, { diagrams, maxLineLength }) => {
    const slots = readSlots(context.node.produces);
    const present = (await Promise.all(slots.map((slot) => presentFiles(context.files, slot)))).flat();
    if (present.length === 0) return { status: 'skip' };
    const options: LintOptions = { diagrams, ...(maxLineLength === undefined ? {} : { maxLineLength }) };
    const messages = present.flatMap((file) => lintFile(context, file, options));
    return messages.length === 0 ? { status: 'pass' } : { status: 'block', messages };
  },
});

function lintFile(context: HookContext, file: PresentFile, options: LintOptions): HookMessage[] {
  const path = pathOf(context, file.name);
  if (file.text === null) return [{ code: 'LINT_UNREADABLE', text: file.why, path, severity: 'error' }];
  return lintArtifact(file.text, options).map((finding) => ({
    code: finding.code,
    text: `${finding.text}, line ${finding.line}`,
    detail: String(finding.line),
    path,
    severity: 'error',
  }));
}
