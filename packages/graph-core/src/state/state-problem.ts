/** Why a state file cannot be read. Nothing in it may be trusted, and nothing may overwrite it. */
export type StateProblem =
  /** Written by a newer version of this package. */
  | { readonly kind: 'newer-version'; readonly version: number; readonly supported: number }
  /** Not a state file, or a damaged one; each problem names where. */
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };
