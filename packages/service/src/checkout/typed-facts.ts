import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Fact, type LoopAddress } from '@the-loop/graph-core';
import { canonicalJson, type ItemStore, loopKey, wrapItemStore } from '@the-loop/graph-runtime';
import { isCode } from '../is-code.ts';

/** What people typed on this machine, kept apart from the files of any checkout. */
export interface TypedFacts {
  /** The same items; what is typed and committed is kept. */
  watch(store: ItemStore): ItemStore;
  /** Whether a fact of a loop was typed on this machine. */
  readonly holds: (fact: Fact, address: LoopAddress) => boolean;
}

export interface TypedFactsOptions {
  /** Absolute path of the file: one digest a line, appended only. */
  readonly file: string;
  /** `owner/repo` of the checkout; empty when unknown. */
  readonly repository: string;
}

/** Keeps digests only: enough to know a fact again, whatever becomes of the file that everybody may edit. */
export function createTypedFacts({ file, repository }: TypedFactsOptions): TypedFacts {
  const digest = (fact: Fact, address: LoopAddress) => digestOf([repository.toLowerCase(), loopKey(address), fact]);
  return {
    watch(store) {
      const found = new Map<string, ReadonlySet<string>>();
      return wrapItemStore(store, {
        async load(address) {
          const loop = await store.load(address);
          found.set(loopKey(address), new Set(typed(loop.state.facts).map((fact) => digest(fact, address))));
          return loop;
        },
        async commit(address, expected, change) {
          const outcome = await store.commit(address, expected, change);
          if (outcome.kind !== 'committed') return outcome;
          const before = found.get(loopKey(address));
          const digests = typed(change.state.facts).map((fact) => digest(fact, address));
          keep(
            file,
            digests.filter((each) => before?.has(each) === false),
          );
          return outcome;
        },
      });
    },
    holds: (fact, address) => isTyped(fact) && kept(file).has(digest(fact, address)),
  };
}

function isTyped({ source }: Fact): boolean {
  return source.kind === 'terminal';
}

function typed(facts: readonly Fact[]): readonly Fact[] {
  return facts.filter(isTyped);
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function keep(file: string, digests: readonly string[]): void {
  if (digests.length === 0) return;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  appendFileSync(file, digests.map((each) => `${each}\n`).join(''), { mode: 0o600 });
}

function kept(file: string): ReadonlySet<string> {
  try {
    return new Set(readFileSync(file, 'utf8').split('\n'));
  } catch (error) {
    if (isCode(error, 'ENOENT')) return new Set();
    throw error;
  }
}
