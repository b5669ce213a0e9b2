/** Marks every comment of ours, so that it is never taken for a person's words. */
export const SELF_MARKER = '<!-- the-loop:agent-comment -->';

/** Marks the phase checklist that we posted. */
export const CHECKLIST_MARKER = '<!-- the-loop:phase-selection -->';

/** Marks the comment in which we asked for a goal. */
export const GOAL_MARKER = '<!-- the-loop:goal-request -->';

/** True when a text carries our mark as its own words. Someone who quotes a comment of ours still speaks for themselves. */
export function hasSelfMarker(text: string): boolean {
  let at = text.indexOf(SELF_MARKER);
  while (at >= 0) {
    const line = text.lastIndexOf('\n', at) + 1;
    if (!text.slice(line, at).trimStart().startsWith('>')) return true;
    // The rest of the quoted line is quoted too; looking at it again would make one long line quadratic.
    const next = text.indexOf('\n', at);
    at = next < 0 ? -1 : text.indexOf(SELF_MARKER, next);
  }
  return false;
}
