import { type OperatorConfig } from '@the-loop/config';
import { type Emit } from '@the-loop/events';
import { type IdentityPins } from '../github/identity-pins.ts';
import { type LiveOptions } from './live-options.ts';

export interface TakeConfigParts {
  readonly live: Pick<LiveOptions, 'replace'>;
  readonly pins: Pick<IdentityPins, 'load'>;
  readonly path: string;
  readonly emit: Emit;
}

/**
 * Puts a configuration into force, and forgets the accounts of logins that it authorizes no longer. It is in force also
 * where they could not be forgotten, which is told apart from a file that cannot be used.
 */
export async function takeConfig(config: OperatorConfig, { live, pins, path, emit }: TakeConfigParts): Promise<void> {
  live.replace(config);
  try {
    await pins.load();
  } catch {
    const problem = 'it counts, but accounts of logins that are authorized no longer are kept until the next start';
    emit({ event: 'config.problem', level: 'error', path, problem });
  }
}
