import { type HookMessage, type HookResult } from '../hook/hook.ts';
import { frozenCopy } from './frozen-copy.ts';

/** Hooks that a repository adds carry this prefix; no hook of ours does. */
const FOREIGN = 'x-';

/** Whether a hook is one of ours, and so may route and record facts. */
export function isBuiltIn(hook: string): boolean {
  return !hook.startsWith(FOREIGN);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMessage(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['text'] === 'string' &&
    (value['path'] === undefined || typeof value['path'] === 'string')
  );
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isData(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isRecord(value)) return false;
  const { facts } = value;
  const soundFacts =
    facts === undefined ||
    (Array.isArray(facts) && facts.every((fact) => isRecord(fact) && typeof fact['kind'] === 'string'));
  return isText(value['outcome']) && isText(value['error']) && soundFacts;
}

function isList(value: unknown, is: (item: unknown) => boolean): boolean {
  return value === undefined || (Array.isArray(value) && value.every(is));
}

function isResult(value: unknown): value is HookResult {
  if (!isRecord(value)) return false;
  const status = value['status'];
  return (
    typeof status === 'string' &&
    ['pass', 'block', 'wait', 'skip'].includes(status) &&
    isList(value['messages'], isMessage) &&
    isList(value['effects'], (effect) => isRecord(effect) && typeof effect['kind'] === 'string') &&
    isData(value['data'])
  );
}

/** A hook that is not ours may hold the gate and nothing else: whatever would route, record or write is dropped, and says so. */
function restrained(result: HookResult): HookResult {
  const { outcome, facts, error } = result.data ?? {};
  const dropped = [
    ...(outcome === undefined ? [] : ['outcome']),
    ...(facts === undefined ? [] : ['facts']),
    ...(result.effects === undefined ? [] : ['effects']),
  ];
  const warning: HookMessage = {
    text: `ignored from a hook that is not built in: ${dropped.join(', ')}`,
    severity: 'warning',
  };
  return {
    status: result.status,
    messages: [...(result.messages ?? []), ...(dropped.length === 0 ? [] : [warning])],
    data: error === undefined ? {} : { error },
    ...(result.retriable === undefined ? {} : { retriable: result.retriable }),
  };
}

/** The answer of a hook as a frozen copy; null when it is no result. Throws when it is not plain data. */
export function asResult(hook: string, answer: unknown): HookResult | null {
  if (!isResult(answer)) return null;
  return frozenCopy(isBuiltIn(hook) ? answer : restrained(answer));
}
