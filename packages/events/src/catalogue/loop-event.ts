import { type Catalogue, type EventType } from './catalogue.ts';
import { type EventDefinition, type Fields } from './define-event.ts';
import { type Field } from './field.ts';

type Demanded<Of extends Fields> = {
  readonly [Name in keyof Of as Of[Name]['optional'] extends true ? never : Name]: Of[Name] extends Field<infer Value>
    ? Value
    : never;
};
type Optional<Of extends Fields> = {
  readonly [Name in keyof Of as Of[Name]['optional'] extends true ? Name : never]?:
    | (Of[Name] extends Field<infer Value> ? Value : never)
    | undefined;
};
type EventOf<Name extends EventType> =
  Catalogue[Name] extends EventDefinition<infer AllowedLevel, infer Of>
    ? { readonly event: Name; readonly level?: AllowedLevel | undefined } & Demanded<Of> & Optional<Of>
    : never;

/**
 * Something that happened, as its emitter states it: the name, its fields and, where the catalogue allows more than
 * one, the level. A wrong name, field or level does not compile. Fields that are undefined are left out.
 */
export type LoopEvent<Name extends EventType = EventType> = { [Each in Name]: EventOf<Each> }[Name];

/** How every part of the system says what happened. Never throws and never blocks. */
export type Emit = (event: LoopEvent) => void;
