import { safeParse } from 'valibot';
import { type ChainOutcome } from '../chain/chain-outcome.ts';
import { isBuiltIn } from '../chain/hook-result.ts';
import { type GraphCoreErrorCode } from '../errors.ts';
import { LoopError } from '../loop-error.ts';
import { type Fact, type FactKind } from '../state/fact.ts';
import { createFactSchema } from '../state/fact-schema.ts';

/** What a gate may learn from people. Where the item is and was is never for a hook to say. */
const LEARNED: ReadonlySet<FactKind> = /* @__PURE__ */ new Set<FactKind>([
  'selected',
  'goal',
  'approved',
  'changes-requested',
  'verified',
]);

let schema: ReturnType<typeof createFactSchema> | undefined;

/** The fact as it will be read back. A fact that could not be read back would cost the item its whole file. */
function checked(hook: string, fact: Fact): Fact {
  schema ??= createFactSchema();
  const parsed = safeParse(schema, JSON.parse(JSON.stringify(fact)));
  if (parsed.success) return parsed.output;
  throw new LoopError<GraphCoreErrorCode>(
    'FACT_INVALID',
    `${hook} learned a fact of kind ${fact.kind} that is not complete`,
    {
      remedy: 'Report this: nothing was written.',
    },
  );
}

/**
 * The facts the hooks of a passed chain found, those of foreign hooks and about other nodes left out.
 *
 * Throws `FACT_INVALID` for a fact that could not be read back from the state file.
 */
export function chainFacts(chain: ChainOutcome, node: string): readonly Fact[] {
  return chain.results
    .filter(({ hook }) => isBuiltIn(hook))
    .flatMap(({ hook, result }) => (result.data?.facts ?? []).map((fact) => ({ hook, fact })))
    .filter(({ fact }) => LEARNED.has(fact.kind) && (!('node' in fact) || fact.node === node))
    .map(({ hook, fact }) => checked(hook, fact));
}

/** What was run and found, which is kept also of a gate that did not pass. */
export function verifications(chain: ChainOutcome, node: string): readonly Fact[] {
  return chainFacts(chain, node).filter(({ kind }) => kind === 'verified');
}
