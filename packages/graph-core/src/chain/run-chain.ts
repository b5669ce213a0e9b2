import { type Hook, type HookContext, type HookRegistry, type HookResult } from '../hook/hook.ts';
import { LoopError } from '../loop-error.ts';
import { type ChainOutcome, type ChainResult, renderMessage } from './chain-outcome.ts';
import { frozenCopy } from './frozen-copy.ts';
import { asResult } from './hook-result.ts';

/** What a chain needs from outside: time, and somebody to tell. */
export interface ChainPorts {
  /** Rejects when the run takes longer; without it a hook has all the time it wants. */
  timeout?<T>(run: Promise<T>, ms: number, hook: string): Promise<T>;
  /** Is told what a hook threw. Results and messages never carry it, because its text may come from anywhere. */
  failed?(hook: string, error: unknown): void;
}

/** What all hooks of a chain are given alike. */
export type ChainContext = Omit<HookContext, 'params' | 'results'>;

const NAME = /^[A-Za-z][A-Za-z0-9]{0,60}$/;
const CODE = /^[A-Z][A-Z0-9_]{0,60}$/;

/** A thrown thing in our own words: the message of our own faults, of others only their kind. */
function describe(error: unknown): string {
  if (error instanceof LoopError) return error.message;
  if (!(error instanceof Error)) return 'something that is no error';
  const name = NAME.test(error.name) ? error.name : 'Error';
  const code = 'code' in error && typeof error.code === 'string' && CODE.test(error.code) ? ` ${error.code}` : '';
  return `${name}${code}`;
}

function blocked(text: string): HookResult {
  return frozenCopy<HookResult>({ status: 'block', messages: [{ text, severity: 'error' }], retriable: false });
}

async function runHook(
  name: string,
  hook: Hook | undefined,
  run: { context: HookContext; ports: ChainPorts },
): Promise<HookResult> {
  const { context, ports } = run;
  if (hook === undefined) return blocked(`there is no hook ${name}`);
  try {
    const running = Promise.resolve(hook.run(context));
    const answer: unknown = await (ports.timeout === undefined
      ? running
      : ports.timeout(running, hook.timeoutMs, name));
    const result = asResult(name, answer);
    return result ?? blocked(`${name} answered with something that is no result`);
  } catch (error) {
    ports.failed?.(name, error);
    return blocked(`the hook failed to run: ${describe(error)}`);
  }
}

/** On entry nothing stops the item: what did not pass becomes a degradation, and its outcome counts for nothing. */
function asEntryResult(result: HookResult): HookResult {
  if (result.status === 'pass' || result.status === 'skip') return result;
  const text = (result.messages ?? []).map(renderMessage).join('; ');
  return frozenCopy<HookResult>({
    ...result,
    status: 'pass',
    data: { error: text === '' ? `it answered ${result.status}` : text },
  });
}

function outcomeOf(results: readonly ChainResult[], blocking: ChainResult | null): string {
  const explicit = (result: HookResult | undefined): string => result?.data?.outcome ?? '';
  if (blocking !== null) return explicit(blocking.result) || blocking.result.status;
  return explicit(results.findLast(({ result }) => explicit(result) !== '')?.result) || 'pass';
}

function finish(context: ChainContext, results: readonly ChainResult[], blocking: ChainResult | null): ChainOutcome {
  const { node, boundary } = context;
  const status = blocking?.result.status === 'wait' ? 'wait' : blocking === null ? 'pass' : 'block';
  const outcome = boundary === 'entry' ? 'pass' : outcomeOf(results, blocking);
  return Object.freeze({
    node: node.id,
    boundary,
    status,
    outcome,
    results: Object.freeze(results),
    blocking,
    ran: results.length,
  });
}

/**
 * Runs the hooks of `context.node[context.boundary]` in their order. An exit chain stops at the first hook that waits or
 * blocks; an entry chain runs every hook, and what fails in it is a degradation. A hook that throws, takes too long, is not
 * registered or answers with anything but a result blocks. Never rejects because of a hook.
 */
export async function runChain(
  hooks: HookRegistry,
  context: ChainContext,
  ports: ChainPorts = {},
): Promise<ChainOutcome> {
  const { node, boundary } = context;
  const results: ChainResult[] = [];
  for (const entry of node[boundary]) {
    const seen = Object.freeze([...results]);
    const given: HookContext = { ...context, params: entry.with, results: seen };
    const answer = await runHook(entry.hook, hooks.get(entry.hook), { context: given, ports });
    const result = boundary === 'entry' ? asEntryResult(answer) : answer;
    const one = Object.freeze({ hook: entry.hook, result });
    results.push(one);
    if (result.status === 'wait' || result.status === 'block') return finish(context, results, one);
  }
  return finish(context, results, null);
}
