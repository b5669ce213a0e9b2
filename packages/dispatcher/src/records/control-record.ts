import { COMMANDS } from '@the-loop/router';
import * as v from 'valibot';

const ControlSchema = v.pipe(
  v.object({
    /** Ref text of the work item. */
    ref: v.string(),
    command: v.picklist(COMMANDS),
    via: v.picklist(['comment', 'cli', 'api']),
    /** Login; empty when GitHub named nobody. */
    actor: v.string(),
    /** ISO 8601, UTC. */
    requestedAt: v.string(),
    /** Address of the comment; empty when there was none. */
    note: v.string(),
  }),
  v.readonly(),
);

/** The last command about a work item: the only thing that remembers whether somebody asked to run it. */
export type ControlRecord = v.InferOutput<typeof ControlSchema>;

/** Reads a stored control record. Unreadable means that nothing was asked: nothing starts by accident. */
export function readControlRecord(value: unknown): ControlRecord | null {
  const parsed = v.safeParse(ControlSchema, value);
  return parsed.success ? parsed.output : null;
}
