/** What the value of one field of an event is. */
export type FieldKind = 'text' | 'number' | 'flag' | 'texts';

/** One field of an event: its kind, the values it may have, and whether it may be left out. */
export interface Field<Value = unknown, Optional extends boolean = boolean> {
  readonly kind: FieldKind;
  readonly optional: Optional;
  /** The closed list of a text's values, where there is one. */
  readonly values: readonly string[] | null;
  /** Exists for the compiler alone. */
  readonly type?: Value;
}

/** A text. */
export const text: Field<string, false> = { kind: 'text', optional: false, values: null };
/** A finite number. */
export const number: Field<number, false> = { kind: 'number', optional: false, values: null };
/** True or false. */
export const flag: Field<boolean, false> = { kind: 'flag', optional: false, values: null };
/** A list of texts. */
export const texts: Field<readonly string[], false> = { kind: 'texts', optional: false, values: null };

/** A text out of a closed list. */
export function oneOf<const Values extends readonly string[]>(...values: Values): Field<Values[number], false> {
  return { kind: 'text', optional: false, values };
}

/** The same field, which may be left out. */
export function maybe<Value>(field: Field<Value, false>): Field<Value, true> {
  return { kind: field.kind, optional: true, values: field.values };
}
