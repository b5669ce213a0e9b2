/** What a stored write of ours to GitHub says. Comments get the self marker and operation key when they are posted. */
export type ReplyPayload =
  | { readonly kind: 'comment'; readonly ref: string; readonly body: string; readonly purpose: string }
  | {
      readonly kind: 'reaction';
      /** The thread. */
      readonly ref: string;
      readonly content: string;
      /** GitHub's node id of the comment or review; empty: the thread itself. */
      readonly nodeId: string;
      /** GitHub's numeric id; empty when absent. */
      readonly commentId: string;
      readonly commentKind: 'comment' | 'review' | 'inline' | 'thread';
    };

/** What asked for it. */
export interface ReplySource {
  readonly deliveryId: string;
  /** Ref text of the thread. */
  readonly item: string;
}
