import { type HookContext } from '@the-loop/graph-core';
import { presentFiles, readSlot } from '../../artifact-slots/artifact-slot.ts';
import { inertText } from '../../comment-text/inert-text.ts';
import { defineHook } from '../../definition/define-hook.ts';
import { executeKeyword } from '../../replies/replies.ts';
import { publishArtifactOptions } from './options.ts';

/** GitHub takes 65,536 characters; the rest is for marks and notes. */
const LONGEST = 60_000;

/**
 * Shows a document on the thread, where the repository is not ours and reviewers would not find it. What was shown last is
 * not shown again while it is the same.
 */
export const publishArtifact = defineHook({
  name: 'publish-artifact',
  capability: 'pure',
  dataKeys: ['digest', 'posted'],
  options: publishArtifactOptions,
  run: async (context, { artifact }) => {
    if (context.settings.repoInitialized || artifact === undefined) return { status: 'skip' };
    const [file] = await presentFiles(context.files, readSlot(artifact));
    if (file === undefined) return { status: 'skip' };
    if (file.text === null) return { status: 'pass', data: { error: `${file.name}: ${file.why}` } };
    const digest = context.digest(file.text);
    const occasion = digest.slice(0, 16);
    if (occasion === context.published) return { status: 'pass', data: { digest, posted: false } };
    const body = renderArtifact(context, file.name, file.text);
    return {
      status: 'pass',
      data: { digest, posted: true },
      effects: [{ kind: 'comment', ref: context.ref, body, purpose: 'artifact', occasion }],
    };
  },
});

function renderArtifact(context: HookContext, name: string, text: string): string {
  const { digest, settings } = context;
  const head = `\`${name}\` (SHA-256 \`${digest(text).slice(0, 12)}\`), as it is in the working copy:\n\n---\n\n`;
  const inert = inertText(text, [executeKeyword(settings), ...Object.values(settings.keywords ?? {})]);
  if (head.length + inert.length <= LONGEST) return `${head}${inert}`;
  const note = `\n\n---\n\nShortened: the document has ${text.length} characters.`;
  return `${head}${inert.slice(0, LONGEST - head.length - note.length)}${note}`;
}
