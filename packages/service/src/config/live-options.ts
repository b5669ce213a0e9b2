import { type OperatorConfig } from '@the-loop/config';
import { type TheLoopOptions } from '../the-loop-options.ts';

/** Options whose configuration can be replaced. */
export interface LiveOptions {
  /** `config` answers with what counts now: whoever keeps the value keeps a snapshot, and nobody may spread this object. */
  readonly options: TheLoopOptions;
  replace(config: OperatorConfig): void;
}

/** The options with a configuration that begins as the given one. */
export function liveOptions(given: TheLoopOptions): LiveOptions {
  let current = given.config;
  return {
    options: {
      ...given,
      get config() {
        return current;
      },
    },
    replace: (config) => {
      current = config;
    },
  };
}
