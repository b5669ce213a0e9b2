import { describe, expect, it } from 'vitest';
import { parseCommand } from './command/parse-command.ts';
import { branchIssueNumber } from './evidence/branch-name.ts';
import { closingKeywords } from './evidence/closing-keywords.ts';
import { maskedRanges } from './evidence/masked-ranges.ts';
import { excerpt } from './excerpt/excerpt.ts';
import { hasSelfMarker, SELF_MARKER } from './markers.ts';
import { route } from './route.ts';
import { context, pulled } from './testing/deliveries.ts';

/** Milliseconds of processor time that the work takes: waiting for a processor is not counted. */
function taken(work: () => unknown): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

/** Eight times the input takes 8 times as long when the work is linear, 64 times when it is quadratic. */
const MORE = 8;
const MOST_GROWTH = 24;
const ROUNDS = 15;

/**
 * Whether so much more input takes about so much longer, at best: what else the process does only ever adds, so
 * that rounds are played until the best of both sizes show it.
 */
function isLinear(work: (text: string) => unknown, unit: string, size = 25_000): boolean {
  const small = unit.repeat(Math.ceil(size / unit.length));
  const large = small.repeat(MORE);
  const least = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = taken(() => work(small));
    const second = taken(() => work(large));
    least.small = Math.min(least.small, first);
    least.large = Math.min(least.large, second);
    // Below a tenth of a millisecond only the clock is measured.
    if (round > 0 && least.large / Math.max(0.1, least.small) < MOST_GROWTH) return true;
  }
  return false;
}

const repository = { host: 'github.com', owner: 'acme', repo: 'app' };
const units = [
  'fix ',
  'fix: name',
  'fix #1x ',
  'x-fix #1 ',
  'closes #1 ',
  'closes    ',
  'closes: ',
  '`',
  '`a ``b ',
  '<!-- ',
  '<!-- -->\n',
  '```\n',
  '> x\n',
  '\n',
  '    x\n\n',
  '- x\n',
  '~~~~',
  '\tfix #1\n\n',
];
it('would notice quadratic work', () => {
  let copied = 0;
  const quadratic = (text: string): void => {
    for (let at = 0; at < text.length; at += 1) for (let next = at; next < text.length; next += 1) copied += next & 1;
  };
  expect(isLinear(quadratic, 'x', 1000)).toBe(false);
  expect(copied).toBeGreaterThan(0);
});

describe.each(units)('text made of %j', (unit) => {
  it('is masked in linear time', () => {
    expect(isLinear(maskedRanges, unit)).toBe(true);
  });

  it('is searched for keywords in linear time', () => {
    const search = (text: string) => closingKeywords(`closes #1\n${text}\n\ncloses #2`, repository);
    expect(isLinear(search, unit)).toBe(true);
  });
});

it.each(['the-loop start ', 'x-the-loop do-', '-', '- the-loop stop\n', 'the-loop ', '@', '@a '])(
  'a comment made of %j is read for commands in linear time',
  (unit) => {
    expect(isLinear((text) => parseCommand(text), unit, 10_000)).toBe(true);
  },
);

it.each([
  ['a branch name', branchIssueNumber, 'issue-'],
  ['an excerpt', (text: string) => excerpt('issue_comment', { comment: { body: text } }), '\u0000'],
  ['our marker', hasSelfMarker, `> ${SELF_MARKER}`],
] as const)('%s is read in linear time', (_, work, unit) => {
  expect(isLinear(work, unit)).toBe(true);
});

it('routes a pull request with a body of 1 MB', () => {
  const line = 'A paragraph of the description that fixes nothing, with `code` and <!-- a comment -->.\n\n';
  const body = `Closes #12\n\n${line.repeat(Math.ceil(1_000_000 / line.length))}\nFixes octo/infra#7`;
  const routing = route(pulled('opened', { body }), context);
  const linked = routing.kind === 'routed' ? routing.event.links.map(({ ref }) => ref.number) : [];
  expect(linked).toEqual([12, 7, 40]);
});
