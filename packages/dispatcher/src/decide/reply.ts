import { type RefText } from './effect.ts';

/** How a delivery is acknowledged in GitHub's own signs. */
export type ReactionContent = 'eyes' | 'hooray' | 'confused' | '+1';

/** What people see of a decision. Texts are our own words; nothing of the comment is repeated. */
export type Reply =
  /** On the comment that asked, or on the thread when it was no comment. */
  | { readonly kind: 'reaction'; readonly content: ReactionContent }
  /** `once` bounds repetition: per delivery, or per thread, topic and day. */
  | {
      readonly kind: 'comment';
      readonly on: RefText;
      readonly purpose: 'hint' | 'acknowledgement';
      readonly topic: string;
      readonly text: string;
      readonly once: 'delivery' | 'day';
    }
  /** Where the item stands, written when the reply is made. */
  | { readonly kind: 'status'; readonly on: RefText; readonly item: RefText };
