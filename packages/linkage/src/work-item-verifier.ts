import { isGithubName, refKey, type WorkItemRef } from '@the-loop/graph-core';
import { LRUCache } from 'lru-cache';
import { classifyExistence } from './classify-existence.ts';
import { type Existence, type ExistenceAsker } from './existence.ts';
import { movedRef } from './moved-ref.ts';

/** Ports and limits of a {@link WorkItemVerifier}. */
export interface VerifierOptions {
  readonly ask: ExistenceAsker;
  /** Milliseconds of any clock that does not go backwards. */
  readonly now: () => number;
  /** Hosts beside github.com that may be asked; read on every question, so that a change counts at once. */
  readonly hosts?: () => readonly string[];
  /** Told once per verifier when there is nothing to ask with. */
  readonly warn?: (message: string) => void;
  /** Verdicts that are kept; default 256. */
  readonly cacheSize?: number;
  /** Milliseconds that `exists` is believed; default 10 minutes. */
  readonly existsForMs?: number;
  /** Milliseconds that `missing` is believed; default 1 minute, so that an issue created later is seen. */
  readonly missingForMs?: number;
  /** Milliseconds that one question may take; default 10 seconds. */
  readonly timeoutMs?: number;
}

type Verdict = Exclude<Existence, { kind: 'unknown' }>;

const UNKNOWN: Existence = { kind: 'unknown' };
const MINUTE = 60_000;

/**
 * Answers whether a work item exists, and remembers definitive answers for a while. Strictly subtractive and never
 * throws: what cannot be asked, or not be answered, is `unknown`. One verifier serves a process for its whole life.
 */
export class WorkItemVerifier {
  readonly #options: VerifierOptions;
  readonly #verdicts: LRUCache<string, { readonly verdict: Verdict; readonly until: number }>;
  readonly #asking = new Map<string, Promise<Existence>>();
  #warned = false;

  constructor(options: VerifierOptions) {
    this.#options = options;
    this.#verdicts = new LRUCache({ max: options.cacheSize ?? 256 });
  }

  /**
   * Whether `ref` exists, and where it is now. Asks at most once at a time per work item. Refs of other providers,
   * of hosts that are not configured and with names that GitHub cannot have are never asked about. Ending `signal`
   * ends the waiting, with `unknown`.
   */
  async lookup(ref: WorkItemRef, options: { readonly signal?: AbortSignal } = {}): Promise<Existence> {
    if (!this.#isAskable(ref)) return UNKNOWN;
    const key = refKey(ref);
    const known = this.#verdicts.get(key);
    if (known !== undefined && known.until > this.#options.now()) return known.verdict;
    const asking = this.#asking.get(key) ?? this.#ask(ref, key);
    return options.signal === undefined ? asking : untilEnded(asking, options.signal, UNKNOWN);
  }

  /** True only when GitHub said definitively that `ref` does not exist. */
  async isMissing(ref: WorkItemRef): Promise<boolean> {
    return (await this.lookup(ref)).kind === 'missing';
  }

  /** Takes other evidence, such as a comment that was refused with 404, as a definitive answer. */
  recordMissing(ref: WorkItemRef): void {
    if (this.#isAskable(ref)) this.#remember(refKey(ref), { kind: 'missing' });
  }

  #isAskable({ provider, host, owner, repo, number }: WorkItemRef): boolean {
    if (provider !== 'github' || !isGithubName(owner) || !isGithubName(repo)) return false;
    if (!Number.isSafeInteger(number) || number < 1) return false;
    const name = host.toLowerCase();
    return name === 'github.com' || (this.#options.hosts?.() ?? []).some((allowed) => allowed.toLowerCase() === name);
  }

  #ask(ref: WorkItemRef, key: string): Promise<Existence> {
    const asking = this.#answer(ref, key).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #answer(ref: WorkItemRef, key: string): Promise<Existence> {
    const signal = AbortSignal.timeout(this.#options.timeoutMs ?? 10_000);
    try {
      const answer = await untilEnded(this.#options.ask(ref, signal), signal, null);
      if (answer === null) return UNKNOWN;
      if (answer === 'unavailable') return this.#unavailable();
      const existence = classifyExistence(answer);
      if (existence === 'unknown') return UNKNOWN;
      const verdict: Verdict =
        existence === 'missing' ? { kind: existence } : { kind: existence, ref: movedRef(ref, answer) };
      return this.#remember(key, verdict);
    } catch {
      // An answer that could not be had is no answer: the work item is kept and the next event asks again.
      return UNKNOWN;
    }
  }

  #remember(key: string, verdict: Verdict): Existence {
    const { now, existsForMs = 10 * MINUTE, missingForMs = MINUTE } = this.#options;
    this.#verdicts.set(key, { verdict, until: now() + (verdict.kind === 'missing' ? missingForMs : existsForMs) });
    return verdict;
  }

  #unavailable(): Existence {
    if (!this.#warned) {
      this.#options.warn?.(
        'Nothing can ask GitHub whether a work item exists (no gh on the PATH and no token), so all of them are kept.',
      );
    }
    this.#warned = true;
    return UNKNOWN;
  }
}

/** The value, or `otherwise` as soon as the signal ends: one who ignores the signal cannot hold up the others. */
function untilEnded<Value, Otherwise>(
  value: Promise<Value>,
  signal: AbortSignal,
  otherwise: Otherwise,
): Promise<Value | Otherwise> {
  return new Promise((resolve, reject) => {
    const end = (): void => resolve(otherwise);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
