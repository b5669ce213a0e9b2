import { type Fact, type GraphState } from '@the-loop/graph-core';
import { canonicalJson } from './canonical-json.ts';
import { sha256 } from './sha256.ts';

/** A digest of everything recorded; equal digests mean equal states, whatever the order of keys. */
export function stateDigest(state: GraphState): string {
  return sha256(canonicalJson(state));
}

const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Names out of a file that anybody may have edited are shown only when they look like names. */
function shown(name: string): string {
  return plainName.test(name) ? name : '(a name that is no name)';
}

function nameFact(fact: Fact): string {
  const by = `by @${shown(fact.by.login)}`;
  if (fact.kind === 'forced') return `forced to ${shown(fact.to)} ${by}`;
  if (fact.kind === 'merged' || fact.kind === 'abandoned' || fact.kind === 'migrated') return `${fact.kind} ${by}`;
  if (fact.kind === 'selected' || fact.kind === 'goal') return `${fact.kind} ${by}`;
  return `${fact.kind} ${shown(fact.node)} ${by}`;
}

/** How a state that was found differs from the one that is held, one line each, in our own words. */
export function nameDifferences(found: GraphState, held: GraphState): string[] {
  const known = new Set(held.facts.map(canonicalJson));
  const kept = new Set(found.facts.map(canonicalJson));
  const extra = found.facts.filter((fact) => !known.has(canonicalJson(fact))).map(nameFact);
  const missing = held.facts.filter((fact) => !kept.has(canonicalJson(fact)));
  const lines = [...new Set(extra)].map((name) => `ignored: ${name}`);
  if (missing.length > 0) lines.push(`restored: ${missing.length} recorded facts that the file lacks`);
  if (lines.length > 0 || stateDigest(found) === stateDigest(held)) return lines;
  return ['ignored: changes beside the facts'];
}
