import { type Faults } from '../faults.ts';
import { type Hooks } from '../webhooks/hooks.ts';
import { type AppTokens } from './app-tokens.ts';

/** A request read from the socket. `path` has no API prefix. */
export interface Incoming {
  readonly method: string;
  readonly base: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly token: string | null;
  readonly ifNoneMatch: string | null;
  readonly body: string;
}

/** What the API works with. */
export interface ApiParts {
  readonly hooks: Hooks;
  readonly faults: Faults;
  readonly apps: AppTokens;
  /** Token to login. */
  readonly tokens: ReadonlyMap<string, string>;
}
