import { renderWhy, type WhyReport } from '@the-loop/operations';

/** The text of the comment: what `the-loop why` prints, with times that do not grow old, in a fence that nothing closes. */
export function standingBody(report: WhyReport): string {
  const text = renderWhy(report, 'absolute');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return ['**Where this stands** (kept up to date in place; answers here are not read)', '', fence, text, fence].join(
    '\n',
  );
}
