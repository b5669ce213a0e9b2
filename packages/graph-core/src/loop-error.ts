/** What a {@link LoopError} may carry beside its code and message. */
export interface LoopErrorOptions {
  /** What the reader can do about it, as an imperative sentence or a command. */
  readonly remedy?: string | undefined;
  readonly cause?: unknown;
}

/** A fault with a name that never changes. Branch on `code`, never on `message`. */
export class LoopError<Code extends string = string> extends Error {
  override readonly name: string = 'LoopError';
  readonly code: Code;
  /** What the reader can do about it, as an imperative sentence or a command. */
  readonly remedy: string | undefined;

  constructor(code: Code, message: string, options: LoopErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
  }
}
