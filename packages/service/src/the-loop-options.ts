import { type OperatorConfig } from '@the-loop/config';
import { type WriteRates } from '@the-loop/dispatcher';
import { type ConfigFile } from './config/watch-config.ts';

/** What a service is made from. Everything it reads from its surroundings is passed in. */
export interface TheLoopOptions {
  readonly config: OperatorConfig;
  /** Where the configuration came from, to be read again when it changes; absent: it counts until the end. */
  readonly configFile?: ConfigFile;
  /** Absolute; the service's own folder. */
  readonly stateRoot: string;
  /** Variables: secrets by the names that the configuration gives, PATH, and what agents may inherit. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** argv that runs `the-loop`, for agents to claim with. */
  readonly command: readonly string[];
  /** Writes a host may get; GitHub's published limits when absent, null for none. */
  readonly writeRates?: (host: string) => WriteRates | null;
}
