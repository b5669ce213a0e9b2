import path from 'node:path';
import { formatRef, refKey, type WorkItemRef } from '@the-loop/graph-core';
import { sessionEnvironment } from '@the-loop/sessions';
import { type TheLoopOptions } from '../the-loop-options.ts';

export interface VerificationEnvironmentInput {
  /** The caller's own environment; an allow-list of it is passed on. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  /** Whether the operator lends sessions the operator's own credentials. */
  readonly shareCredentials: boolean;
  /** A folder for `gh` without an account. */
  readonly ghConfigDir: string;
  /** Ref text of the item, or its id. */
  readonly workItem: string;
}

/** What the operator's verification runs with: what a session has, without a way to claim. Never the service's secrets. */
export function verificationEnvironment(input: VerificationEnvironmentInput): Record<string, string> {
  const { workItem, ...rest } = input;
  const identity = { name: 'the-loop verification', email: 'verification@the-loop.invalid' };
  return sessionEnvironment({ ...rest, identity, theLoop: { workItem } });
}

/** The same for an item that a service drives. */
export function itemVerificationEnvironment(
  { environment, config, stateRoot }: Pick<TheLoopOptions, 'environment' | 'config' | 'stateRoot'>,
  item: WorkItemRef,
): Record<string, string> {
  return verificationEnvironment({
    inherited: environment,
    shareCredentials: config.sessions.shareCredentials,
    ghConfigDir: path.join(stateRoot, 'gh', refKey(item)),
    workItem: formatRef(item),
  });
}
