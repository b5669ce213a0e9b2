import { LoopError } from '@the-loop/graph-core';
import { type CommandLine } from './io.ts';

/** Refuses what only people do on their own machine. Throws `OPERATION_AGENT_REFUSED` where an agent's token is at hand. */
export function refuseAgent({ env }: Pick<CommandLine, 'env'>, what: string): void {
  if (env['THE_LOOP_TOKEN'] === undefined) return;
  throw new LoopError('OPERATION_AGENT_REFUSED', `an agent cannot ${what}: only people can`, {
    remedy: 'ask on the ticket; a person unsets THE_LOOP_TOKEN',
  });
}
