import {
  type CommandRunner,
  type Hook,
  type HookContext,
  type HookRegistry,
  type RemoteReader,
} from '@the-loop/graph-core';
import { runtimeError } from '../errors.ts';

/** What the host has to lend. A hook gets only what its capability covers. */
export interface HookPorts {
  readonly remote?: RemoteReader | undefined;
  readonly command?: CommandRunner | undefined;
  readonly signal?: AbortSignal | undefined;
}

const lendable = new Set(['remote', 'command', 'signal']);

function lend(hook: Hook, context: HookContext, ports: HookPorts): HookContext {
  const kept = Object.entries(context).filter(([key]) => !lendable.has(key));
  const bare = Object.fromEntries(kept) as unknown as HookContext;
  if (hook.capability === 'read-remote' && ports.remote !== undefined) return { ...bare, remote: ports.remote };
  if (hook.capability === 'spawn' && ports.command !== undefined) return { ...bare, command: ports.command };
  return bare;
}

/** Runs one hook until it answers, its time is over, or the caller gives up. */
async function runBounded(hook: Hook, context: HookContext, ports: HookPorts) {
  const controller = new AbortController();
  const { signal } = controller;
  const cancel = () => controller.abort(runtimeError('HOOK_CANCELLED', 'it was cancelled'));
  const expire = () => controller.abort(runtimeError('HOOK_TIMEOUT', `no answer within ${hook.timeoutMs} ms`));
  const timer = setTimeout(expire, hook.timeoutMs);
  ports.signal?.addEventListener('abort', cancel, { once: true });
  const gaveUp = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  if (ports.signal?.aborted === true) cancel();
  try {
    return await Promise.race([
      gaveUp,
      Promise.resolve().then(() => hook.run({ ...lend(hook, context, ports), signal })),
    ]);
  } finally {
    clearTimeout(timer);
    ports.signal?.removeEventListener('abort', cancel);
  }
}

/** The same hooks, each within its capability and its time limit. */
export function hostHooks(hooks: HookRegistry, ports: HookPorts): HookRegistry {
  const hosted = [...hooks].map(([name, hook]): [string, Hook] => [
    name,
    { ...hook, checkParams: (params) => hook.checkParams(params), run: (context) => runBounded(hook, context, ports) },
  ]);
  return new Map(hosted);
}
