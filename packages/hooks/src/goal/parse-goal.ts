import { operativeText } from '@the-loop/markdown';

/** What an item is to achieve, and how one will know. */
export interface Goal {
  readonly goal: string;
  readonly criteria: string[];
}

const GOAL = /^goal[*_ \t]*:(.*)$/i;
const CRITERIA = /^success[ \t]+criteria([*_: \t]*)$/i;
const BULLET = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]?\][ \t]*)?((?:[^ \t].*)?)$/;
const INDENTED = /^(?: {2}|\t)/;
const FENCE_LINE = /^ {0,3}(?:`{3,}|~{3})[^`\n]*$/;
const MOST_CRITERIA = 20;
const LONGEST_CRITERION = 500;
const LONGEST_GOAL = 1_000;

/**
 * Reads a goal and its success criteria out of one comment: a line `Goal: <text>` and bullets below a line `Success
 * criteria`. `null` unless both are there; also for untouched placeholders, more than 20 criteria, and texts too long to be
 * one. The block may stand in one code fence.
 */
export function parseGoal(body: string): Goal | null {
  return readGoal(operativeText(body)) ?? readFencedGoal(body);
}

/** Whether somebody began to state a goal. */
export function mentionsGoal(body: string): boolean {
  const lines = operativeText(body).split('\n');
  return lines.map(undecorated).some((line) => GOAL.test(line) || /^success[ \t]+criteria\b/i.test(line));
}

function readFencedGoal(body: string): Goal | null {
  const lines = body.replace(/\r\n?/g, '\n').split('\n');
  const fences = lines.filter((line) => FENCE_LINE.test(line)).length;
  if (fences === 0 || fences > 2) return null;
  return readGoal(operativeText(lines.map((line) => (FENCE_LINE.test(line) ? '' : line)).join('\n')));
}

function readGoal(text: string): Goal | null {
  const lines = text.split('\n');
  const goal =
    lines.map((line) => withoutEmphasis(GOAL.exec(undecorated(line))?.[1] ?? '')).find((value) => value !== '') ?? '';
  const criteria = readCriteria(lines);
  const sound = goal !== '' && !isPlaceholder(goal) && goal.length <= LONGEST_GOAL && criteria.length > 0;
  return sound && criteria.length <= MOST_CRITERIA && criteria.every(isShort) ? { goal, criteria } : null;
}

function readCriteria(lines: readonly string[]): string[] {
  const heading = lines.findIndex(opensCriteria);
  if (heading === -1) return [];
  const below = lines.slice(heading + 1);
  const first = below.findIndex((line) => line.trim() !== '');
  return first === -1 ? [] : readBullets(below.slice(first)).filter((text) => text !== '' && !isPlaceholder(text));
}

function readBullets(lines: readonly string[]): string[] {
  const bullets: string[] = [];
  for (const line of lines) {
    const bullet = BULLET.exec(line);
    if (bullet !== null) {
      bullets.push(withoutEmphasis(bullet[1] ?? ''));
      continue;
    }
    const last = bullets.pop();
    if (last === undefined) return bullets;
    if (!INDENTED.test(line) || line.trim() === '') return [...bullets, last];
    bullets.push(`${last} ${line.trim()}`.trim());
  }
  return bullets;
}

/** Without what may stand before the first word: blanks, a list marker, heading marks, emphasis. */
function undecorated(line: string): string {
  return line
    .trim()
    .replace(/^\d{1,9}[.)][ \t]/, '')
    .replace(/^[-+*_# \t]+/, '');
}

/** A line that says nothing but "Success criteria", with at most one colon. */
function opensCriteria(line: string): boolean {
  const rest = CRITERIA.exec(undecorated(line))?.[1];
  return rest !== undefined && rest.split(':').length <= 2;
}

/** Without blanks around it, and without emphasis that wraps it or was left open by its label. */
function withoutEmphasis(text: string): string {
  const trimmed = text
    .trim()
    .replace(/^(?:\*{1,3}|_{1,3})(?=\s|$)/, '')
    .trim();
  const wrapped = /^(\*{1,3}|_{1,3})(.+)\1$/.exec(trimmed);
  if (wrapped !== null) return (wrapped[2] ?? '').trim();
  const marker = /(\*{1,3}|_{1,3})$/.exec(trimmed)?.[1];
  const open = marker !== undefined && trimmed.indexOf(marker) === trimmed.length - marker.length;
  return open ? trimmed.slice(0, -marker.length).trim() : trimmed;
}

function isPlaceholder(text: string): boolean {
  return /^<[^<>]*>\.?$/.test(text);
}

function isShort(text: string): boolean {
  return text.length <= LONGEST_CRITERION;
}
