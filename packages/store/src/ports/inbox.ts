/** Where a delivery came from. */
export type DeliverySource = 'webhook' | 'poll' | 'gap-fill';

/** `open` needs work; `settled` and `dropped` are finished; `dead` waits for a person. */
export type DeliveryStatus = 'open' | 'settled' | 'dropped' | 'dead';

/** A delivery as it arrived. Host, hook and guid together are its identity. All times are milliseconds since 1970. */
export interface NewDelivery {
  readonly host: string;
  /** Which hook sent it: GitHub's hook id, or the name of a poller. */
  readonly hook: string;
  /** GitHub's delivery id, or what a poller takes for one. */
  readonly guid: string;
  /** GitHub's event name. */
  readonly event: string;
  readonly source: DeliverySource;
  readonly receivedAt: number;
  /** The raw bytes, as signed. */
  readonly body: Uint8Array;
  /** SHA-256 of the body in lower-case hex. */
  readonly bodyDigest: string;
}

/** What is known of a stored delivery, without its body. */
export interface DeliverySummary extends Omit<NewDelivery, 'body'> {
  /** Grows in the order of arrival. */
  readonly id: number;
  /** Length of the body. */
  readonly bytes: number;
  readonly status: DeliveryStatus;
  /** The work item's lane; null until decided. */
  readonly lane: string | null;
  /** `kind : node id : phase` of a logical comment; null where the delivery has none, or is not decided. */
  readonly logicalKey: string | null;
  /** What was decided, as JSON; null until then. */
  readonly decision: unknown;
  /** Why it was settled, dropped or given up; empty while open. */
  readonly reason: string;
  /** Failed tries. */
  readonly attempts: number;
  /** Not to be tried before. */
  readonly notBefore: number;
  /** Our own words for the last failure; empty when none. */
  readonly error: string;
  /** When it was settled, dropped or given up. */
  readonly finishedAt: number | null;
  /** Grows with every claim; a write that carries an older one is refused. */
  readonly fence: number;
  readonly claimedBy: string | null;
  readonly leaseUntil: number;
}

/** A stored delivery. */
export interface Delivery extends DeliverySummary {
  readonly body: Uint8Array;
}

/** Which deliveries to list; newest first. */
export interface DeliveryFilter {
  readonly status?: DeliveryStatus;
  readonly lane?: string;
  readonly event?: string;
  /** Only those with a smaller id. */
  readonly before?: number;
  readonly limit: number;
}

/** Makes a write count only while the claim it was made under is the latest. */
export interface Fenced {
  readonly fence?: number;
}

/** A try that is to be repeated. */
interface FailedTry {
  /** Our own words. */
  readonly error: string;
  readonly notBefore: number;
  /** True: whoever holds the row holds it while it waits. */
  readonly keepClaim?: boolean;
  /** False: the try is not one of those after which the row is given up. */
  readonly counts?: boolean;
}

/** Takes the next open deliveries for one worker. */
export interface ClaimRequest {
  readonly owner: string;
  readonly limit: number;
  /** How long the claim holds, in milliseconds. */
  readonly leaseMs: number;
  /** True: instead of those that may be tried now, those that nobody has claimed and whose next try is still to come. */
  readonly waiting?: boolean;
}

/**
 * Deliveries, stored before they are acknowledged. Every write is durable when its promise resolves. Writes answer
 * false when nothing changed: the row is gone, not in a state for it, or claimed anew in between.
 */
export interface Inbox {
  /**
   * Stores deliveries; those already stored are answered `duplicate` and left as they are. Deliveries accepted in one
   * turn of the event loop share one durable transaction. The answers have the order of the batch.
   */
  accept(batch: readonly NewDelivery[]): Promise<('accepted' | 'duplicate')[]>;
  /**
   * Open deliveries that may be tried now and that nobody has claimed, in order of arrival, claimed for `owner` with a new
   * fence each; never what the owner holds already. A delivery waits while an earlier one of its lane waits for its next try.
   */
  claim(request: ClaimRequest): Promise<DeliverySummary[]>;
  /** Lengthens all claims of an owner to `leaseMs` from now; answers the ids of the open rows it still holds. */
  renew(lease: { readonly owner: string; readonly leaseMs: number }): Promise<number[]>;
  /** Gives back the claims of an owner, or of everybody; answers how many. */
  release(owner?: string): Promise<number>;
  get(id: number): Promise<Delivery | null>;
  /** The raw bytes of a delivery alone, at a fraction of what all of it costs. */
  body(id: number): Promise<Uint8Array | null>;
  /** The raw bytes of several, by id; what is gone is left out. All of them are in memory at once. */
  bodies(ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>;
  /** The delivery GitHub calls by this id, the newest when several hooks sent one. */
  find(guid: string): Promise<DeliverySummary | null>;
  list(filter: DeliveryFilter): Promise<DeliverySummary[]>;
  /** Earlier deliveries of a lane that are still open, oldest first, without their bodies. */
  earlier(lane: string, id: number): Promise<DeliverySummary[]>;
  /** Notes the lane and what is to happen. May be repeated. */
  decided(
    id: number,
    decision: { readonly lane: string | null; readonly logicalKey: string | null; readonly decision: unknown } & Fenced,
  ): Promise<boolean>;
  /** Ends a delivery that is open or dead. */
  settle(
    id: number,
    end: { readonly status: 'settled' | 'dropped'; readonly reason: string } & Fenced,
  ): Promise<boolean>;
  /** Notes a failed try; it counts, and the claim is given back, unless said otherwise. */
  retry(id: number, failure: FailedTry & Fenced): Promise<boolean>;
  /** Gives an open delivery up. */
  dead(id: number, end: { readonly reason: string } & Fenced): Promise<boolean>;
  /** Makes a finished or dead delivery open again, undecided and with no try counted; only one that ended as `from` says, if it does. */
  requeue(id: number, options?: { readonly from?: Exclude<DeliveryStatus, 'open'> }): Promise<boolean>;
  /**
   * Whether another delivery of the lane is the same: `body` when it has the same bytes, `logical` when it carries the
   * same logical comment. Counts settled ones and earlier open ones, but neither dropped nor dead ones.
   */
  seen(question: {
    readonly lane: string;
    readonly logicalKey: string | null;
    readonly bodyDigest: string;
    readonly excluding: number;
  }): Promise<'body' | 'logical' | null>;
  /** How many there are of each status. */
  count(): Promise<Readonly<Record<DeliveryStatus, number>>>;
}
