/** Something a valid graph may do that is likely a mistake. */
export interface GraphFinding {
  readonly code: 'no-way-out' | 'gate-bypass' | 'unrouted-outcome' | 'unbounded-cycle' | 'open-gate' | 'unused-edge';
  /** An error lets an item get stuck or past a gate; a warning is worth a look. */
  readonly severity: 'error' | 'warning';
  readonly node: string;
  readonly message: string;
  /** The nodes that show it, in order; empty when there is no such way. */
  readonly way: readonly string[];
}
