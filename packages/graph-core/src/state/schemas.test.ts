import { type InferOutput } from 'valibot';
import { expect, expectTypeOf, it } from 'vitest';
import { type Effect, type PendingEffect } from '../hook/effect.ts';
import { createDoneSchema, type createPendingSchema } from './effect-schema.ts';
import { type Fact } from './fact.ts';
import { type createFactSchema } from './fact-schema.ts';

/** Every kind with each of its keys. */
type Keys<Union> = Union extends { kind: infer Kind } ? { kind: Kind; key: keyof Union } : never;

it('checks exactly the keys the types have, so that nothing we write is refused when it is read', () => {
  expectTypeOf<Keys<InferOutput<ReturnType<typeof createFactSchema>>>>().toEqualTypeOf<Keys<Fact>>();
  expectTypeOf<Keys<InferOutput<ReturnType<typeof createPendingSchema>>['effect']>>().toEqualTypeOf<Keys<Effect>>();
  expectTypeOf<keyof InferOutput<ReturnType<typeof createPendingSchema>>>().toEqualTypeOf<keyof PendingEffect>();
  expect(Object.keys(createDoneSchema().entries)).toEqual(['at', 'id', 'url', 'by']);
});
