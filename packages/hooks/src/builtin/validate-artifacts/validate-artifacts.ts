import { type HookContext, type HookMessage, type HookResult } from '@the-loop/graph-core';
import {
  type ArtifactSlot,
  isPlannedAbsence,
  type PresentFile,
  pathOf,
  presentFiles,
  readSlots,
} from '../../artifact-slots/artifact-slot.ts';
import { defineHook } from '../../definition/define-hook.ts';
import { checkArtifact, type Finding } from './check-artifact.ts';
import { checkDistinctPlace, sameSections, sectionsForLater } from './distinct-from.ts';
import { type ValidateArtifactsOptions, validateArtifactsOptions } from './options.ts';

interface SlotFiles {
  readonly slot: ArtifactSlot;
  readonly present: readonly PresentFile[];
}

/** The gate of most nodes: the documents are there, locked, and say what they must. All findings at once. */
export const validateArtifacts = defineHook({
  name: 'validate-artifacts',
  capability: 'pure',
  dataKeys: ['artifacts', 'sections'],
  options: validateArtifactsOptions,
  checkPlace: checkDistinctPlace,
  run: validate,
});

async function validate(context: HookContext, options: ValidateArtifactsOptions): Promise<HookResult> {
  if (await isDormant(context, options)) return { status: 'skip' };
  const produced = readSlots(context.node.produces);
  const slots = [...produced, ...readSlots([options.validates])];
  if (slots.length === 0) return withoutSubject(options);
  const files = await Promise.all(
    slots.map(async (slot) => ({ slot, present: await presentFiles(context.files, slot) })),
  );
  const own = produced.length > 0 ? files.slice(0, produced.length) : files;
  if (context.node.optional && own.every(({ present }) => present.length === 0)) return { status: 'skip' };
  return judge(context, options, files);
}

/** An entry for the case that a document is left out applies only if it is, and is not there all the same. */
async function isDormant(
  { files, skippedArtifacts }: HookContext,
  { onlyWhenSkipped }: ValidateArtifactsOptions,
): Promise<boolean> {
  const slots = readSlots([onlyWhenSkipped]);
  if (slots.some((slot) => !isPlannedAbsence(slot, skippedArtifacts))) return true;
  const present = await Promise.all(slots.map((slot) => presentFiles(files, slot)));
  return present.some((found) => found.length > 0);
}

function withoutSubject(options: ValidateArtifactsOptions): HookResult {
  const demands =
    options.locked ||
    options.checkmarks !== undefined ||
    options.sections.length > 0 ||
    Object.keys(options.frontMatter).length > 0;
  if (!demands) return { status: 'skip' };
  const text = 'the gate demands content, and the graph names no file that could have it';
  return { status: 'block', messages: [{ text, code: 'VA_NO_SUBJECT', severity: 'error' }], retriable: false };
}

async function judge(
  context: HookContext,
  options: ValidateArtifactsOptions,
  files: readonly SlotFiles[],
): Promise<HookResult> {
  const messages = files.flatMap((slotFiles) => judgeSlot(context, options, slotFiles));
  if (messages.length > 0) return { status: 'block', messages };
  const artifacts = files.flatMap(({ present }) => present.map(({ name }) => pathOf(context, name)));
  if (artifacts.length === 0) return { status: 'skip' };
  const sections = await sectionsForLater(context);
  return { status: 'pass', data: { artifacts, ...(Object.keys(sections).length === 0 ? {} : { sections }) } };
}

function judgeSlot(
  context: HookContext,
  options: ValidateArtifactsOptions,
  { slot, present }: SlotFiles,
): HookMessage[] {
  const at = (name: string, finding: Finding): HookMessage => ({
    ...finding,
    path: pathOf(context, name),
    severity: 'error',
  });
  const [file] = present;
  if (file === undefined) return isPlannedAbsence(slot, context.skippedArtifacts) ? [] : [missing(context, slot)];
  if (present.length > 1) {
    const names = present.map(({ name }) => `\`${name}\``).join(', ');
    return [at('', { code: 'VA_AMBIGUOUS', text: `there are ${present.length} of ${names}: keep one of them` })];
  }
  if (file.text === null) return [at(file.name, { code: 'VA_UNREADABLE', text: file.why })];
  const findings = [...checkArtifact(file.text, options), ...sameSections(context, options, { slot, file })];
  return findings.map((finding) => at(file.name, finding));
}

function missing(context: HookContext, { names }: ArtifactSlot): HookMessage {
  const [only = ''] = names;
  const text =
    names.length === 1
      ? `\`${only}\` is missing`
      : `one of ${names.map((name) => `\`${name}\``).join(', ')} is missing`;
  return { code: 'VA_MISSING', text, path: pathOf(context, names.length === 1 ? only : ''), severity: 'error' };
}
