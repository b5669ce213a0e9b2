/** The one name of a ticket or pull request. Identity ignores letter case; the spelling is kept for display. */
export interface WorkItemRef {
  /** `github` is the only provider with behaviour. */
  readonly provider: string;
  /** `github.com` unless written in the ref. */
  readonly host: string;
  readonly owner: string;
  readonly repo: string;
  /** 1 to 10 decimal digits, at least 1. */
  readonly number: number;
}
