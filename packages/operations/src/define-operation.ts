import type * as v from 'valibot';
import { type OperationContext } from './operation-context.ts';

/** What a caller must be allowed to do. Each includes those before it, except that an agent can claim but not read others' items. */
export type Scope = 'read' | 'claim' | 'operate' | 'admin';

/** One input of a verb as people write it. `key` is its name in the input object. */
export type Parameter =
  | { readonly kind: 'argument'; readonly key: string; readonly help: string; readonly optional?: boolean }
  | {
      readonly kind: 'option';
      readonly key: string;
      /** As the command line shows it, such as `--pr <number>`. */
      readonly flag: string;
      readonly help: string;
      readonly takes: 'text' | 'number' | 'list' | 'nothing';
    };

/** Where a verb may be answered: on the checkout at hand, or by the service that drives the item. */
export type Reach = 'checkout' | 'agent' | 'service' | 'memory';

/**
 * A verb, declared once: command line, HTTP and documents follow from it. `Input` is what the schema answers; a handler throws
 * `LoopError` when it could not run, and answers everything else as its output.
 */
export interface Operation<Input, Output> {
  /** `<area>.<verb>`. */
  readonly name: string;
  readonly summary: string;
  readonly scope: Scope;
  /**
   * `checkout`: always in this process. `agent`: by the service when an agent's token is in the environment. `service`: also by
   * a running service that drives the item. `memory`: by the service of the state root if one runs, unless a repository is named.
   */
  readonly reach: Reach;
  readonly parameters: readonly Parameter[];
  readonly input: v.GenericSchema<unknown, Input>;
  run(context: OperationContext, input: Input): Promise<Output>;
  /** What a person reads, without a final line end. */
  text(output: Output, input: Input): string;
  exitCode(output: Output, input: Input): number;
}

/** Any operation, its input still unknown: what a transport works with. */
export interface AnyOperation {
  readonly name: string;
  readonly summary: string;
  readonly scope: Scope;
  readonly reach: Reach;
  readonly parameters: readonly Parameter[];
  readonly input: v.GenericSchema;
  /** Validates and runs. Throws `OPERATION_INPUT_INVALID`, naming every problem. */
  invoke(context: OperationContext, input: unknown): Promise<Answer>;
  /** Renders an answer that another process gave. */
  present(result: unknown, input: unknown): Pick<Answer, 'text' | 'exitCode'>;
}

/** A verb's output with what people and shells make of it. */
export interface Answer {
  readonly result: unknown;
  readonly text: string;
  readonly exitCode: number;
}
