import { type DecisionTrace } from '@the-loop/dispatcher';
import { type ListedDelivery } from '../deliveries/listed-delivery.ts';
import { type ListedWrite } from '../outbox/listed-write.ts';

/** Everything a delivery's end rested on, and what followed from it. */
export interface Explanation {
  readonly delivery: ListedDelivery;
  /** Null until it was decided. */
  readonly trace: DecisionTrace | null;
  /** Prompts that told a conversation of it, oldest first. */
  readonly turns: readonly ExplainedTurn[];
  /** What was written to GitHub about it, oldest first. */
  readonly writes: readonly ListedWrite[];
}

/** A turn of an agent, without its prompt. */
interface ExplainedTurn {
  readonly key: string;
  readonly kind: 'assignment' | 'event';
  readonly status: string;
  readonly outcome: string;
}
