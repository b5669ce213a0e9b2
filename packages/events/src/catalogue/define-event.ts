import { type Field } from './field.ts';

/** How much an event matters, in rising order. */
export const LEVELS = ['debug', 'info', 'warning', 'error'] as const;
export type Level = (typeof LEVELS)[number];

/** Names the envelope owns: no event may have a field of that name. */
export type ReservedName = 'ts' | 'source' | 'event' | 'level' | 'pid';

export type Fields = Readonly<Record<string, Field>>;

/** One row of the catalogue. The first level is the one an event has when it names none. */
export interface EventDefinition<AllowedLevel extends Level = Level, EventFields extends Fields = Fields> {
  readonly levels: readonly [AllowedLevel, ...AllowedLevel[]];
  readonly fields: EventFields;
  readonly meaning: string;
}

/** Declares an event of one level. A field named like a part of the envelope does not compile. */
export function event<const AllowedLevel extends Level, const EventFields extends Fields>(
  level: AllowedLevel | readonly [AllowedLevel, ...AllowedLevel[]],
  fields: EventFields & { readonly [Name in ReservedName]?: never },
  meaning: string,
): EventDefinition<AllowedLevel, EventFields> {
  const levels: readonly [AllowedLevel, ...AllowedLevel[]] = typeof level === 'string' ? [level] : level;
  return { levels, fields, meaning };
}
