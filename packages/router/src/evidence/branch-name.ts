const CONVENTION = /(?:^|[-/_])issue[-/_](\d{1,10})(?![A-Za-z0-9])/i;

/**
 * The number that a branch states by the convention `issue-<n>`, `issue/<n>` or `issue_<n>` as a whole token, in any
 * letter case; the first one counts. `null` when there is none, or none that GitHub can have. Linear in the name.
 */
export function branchIssueNumber(branch: string): number | null {
  const digits = CONVENTION.exec(branch)?.[1];
  const number = digits === undefined ? 0 : Number(digits);
  return number >= 1 ? number : null;
}
