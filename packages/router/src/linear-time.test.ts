import { describe, expect, it } from 'vitest';
import { parseCommand } from './command/parse-command.ts';
import { branchIssueNumber } from './evidence/branch-name.ts';
import { closingKeywords } from './evidence/closing-keywords.ts';
import { maskedRanges } from './evidence/masked-ranges.ts';
import { excerpt } from './excerpt/excerpt.ts';
import { hasSelfMarker, SELF_MARKER } from './markers.ts';
import { route } from './route.ts';
import { context, pulled } from './testing/deliveries.ts';

/** Milliseconds that the work takes. */
function taken(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

/** How much longer four times the input takes: about 4 when the work is linear, 16 when it is quadratic. */
function growth(work: (text: string) => unknown, unit: string, size = 25_000): number {
  const small = unit.repeat(Math.ceil(size / unit.length));
  const large = small.repeat(4);
  const least = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  // At best, and in turn: other work on the machine only ever adds, and it comes and goes.
  for (let round = 0; round < 9; round += 1) {
    least.small = Math.min(
      least.small,
      taken(() => work(small)),
    );
    least.large = Math.min(
      least.large,
      taken(() => work(large)),
    );
  }
  // Below a twentieth of a millisecond only the clock is measured.
  return least.large / Math.max(0.05, least.small);
}

const repository = { host: 'github.com', owner: 'acme', repo: 'app' };
const units = [
  'fix ',
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
/** A busy machine makes linear work look worse than fourfold, and does not make quadratic work look better. */
const MOST_GROWTH = 9;

it('would notice quadratic work', () => {
  let copied = 0;
  const quadratic = (text: string): void => {
    for (let at = 0; at < text.length; at += 1) for (let next = at; next < text.length; next += 1) copied += next & 1;
  };
  expect(growth(quadratic, 'x', 2000)).toBeGreaterThan(MOST_GROWTH);
  expect(copied).toBeGreaterThan(0);
});

describe.each(units)('text made of %j', (unit) => {
  it('is masked in linear time', { retry: 3 }, () => {
    expect(growth(maskedRanges, unit)).toBeLessThan(MOST_GROWTH);
  });

  it('is searched for keywords in linear time', { retry: 3 }, () => {
    expect(growth((text) => closingKeywords(`closes #1\n${text}\n\ncloses #2`, repository), unit)).toBeLessThan(
      MOST_GROWTH,
    );
  });
});

it.each(['the-loop start ', 'x-the-loop do-', '-', '- the-loop stop\n', 'the-loop ', '@', '@a '])(
  'a comment made of %j is read for commands in linear time',
  { retry: 3 },
  (unit) => {
    expect(growth((text) => parseCommand(text), unit, 10_000)).toBeLessThan(MOST_GROWTH);
  },
);

it.each([
  ['a branch name', branchIssueNumber, 'issue-'],
  ['an excerpt', (text: string) => excerpt('issue_comment', { comment: { body: text } }), '\u0000'],
  ['our marker', hasSelfMarker, `> ${SELF_MARKER}`],
] as const)('%s is read in linear time', { retry: 3 }, (_, work, unit) => {
  expect(growth(work, unit)).toBeLessThan(MOST_GROWTH);
});

it('routes a pull request with a body of 1 MB', () => {
  const line = 'A paragraph of the description that fixes nothing, with `code` and <!-- a comment -->.\n\n';
  const body = `Closes #12\n\n${line.repeat(Math.ceil(1_000_000 / line.length))}\nFixes octo/infra#7`;
  const routing = route(pulled('opened', { body }), context);
  const linked = routing.kind === 'routed' ? routing.event.links.map(({ ref }) => ref.number) : [];
  expect(linked).toEqual([12, 7, 40]);
});
