import * as v from 'valibot';

/** Text; anything else reads as empty. */
export const Text = v.fallback(v.string(), '');

/** A flag; anything else reads as false. */
export const Flag = v.fallback(v.boolean(), false);

/** The number of an issue or pull request: an integer of 1 to 10 digits. Anything else reads as `null`. */
export const ItemNumber = v.fallback(
  v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9_999_999_999))),
  null,
);

/** GitHub's numeric id; anything else reads as `null`. */
export const Id = v.fallback(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), null);

/** An account. Nothing else than an object with a non-empty login is one. */
export const Account = v.fallback(v.nullable(v.object({ login: v.pipe(v.string(), v.minLength(1)), id: Id })), null);

/** A list in which every entry is read on its own: one bad entry does not spoil the others. */
export function listOf<Entry>(entry: v.GenericSchema<unknown, Entry>) {
  return v.fallback(v.array(v.fallback(v.nullable(entry), null)), []);
}

/** A container that may be missing or of another type, which reads as `null`. */
export function maybe<Value>(value: v.GenericSchema<unknown, Value>) {
  return v.fallback(v.nullable(value), null);
}
