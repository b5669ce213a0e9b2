import { LoopError } from '@the-loop/graph-core';
import { type ConfigProblem, formatProblem } from './document/config-problem.ts';

/** Every fault this package throws. None of them helps to repeat. */
export type ConfigErrorCode =
  | 'CONFIG_NOT_FOUND'
  | 'CONFIG_UNREADABLE'
  /** A configuration file has problems; the message names every one with its line. */
  | 'CONFIG_INVALID'
  | 'CONFIG_EDIT_REFUSED'
  | 'STATE_ROOT_INVALID';

/** A configuration file that cannot be used, with everything that is wrong in it. */
export class ConfigError extends LoopError<ConfigErrorCode> {
  /** In the order of the file; empty when the file could not be read at all. */
  readonly problems: readonly ConfigProblem[];

  constructor(path: string, problems: readonly ConfigProblem[]) {
    super('CONFIG_INVALID', problems.map(formatProblem).join('\n'), {
      remedy: `Correct ${path}, then run: the-loop config check`,
    });
    this.problems = problems;
  }
}
