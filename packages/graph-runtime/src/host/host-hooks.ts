import {
  type CommandRunner,
  type Hook,
  type HookContext,
  type HookRegistry,
  type HookResult,
  type LoopError,
  type RemoteReader,
} from '@the-loop/graph-core';
import { runtimeError } from '../errors.ts';

/** What the host has to lend. A hook gets only what its capability covers. */
export interface HookPorts {
  readonly remote?: RemoteReader | undefined;
  readonly command?: CommandRunner | undefined;
  readonly signal?: AbortSignal | undefined;
}

const lendable = ['remote', 'command', 'signal'] as const;

function lend(hook: Hook, context: HookContext, ports: HookPorts): HookContext {
  const bare = { ...context };
  for (const port of lendable) if (port in bare) Reflect.deleteProperty(bare, port);
  if (hook.capability === 'read-remote' && ports.remote !== undefined) return { ...bare, remote: ports.remote };
  if (hook.capability === 'spawn' && ports.command !== undefined) return { ...bare, command: ports.command };
  return bare;
}

/** A signal that is made when it is first asked for: hooks that only read files never ask, and checks run many of them. */
class LateSignal {
  #controller: AbortController | undefined;
  #reason: LoopError | undefined;

  abort(reason: LoopError): void {
    this.#reason = reason;
    this.#controller?.abort(reason);
  }

  get(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }
}

/** Runs one hook until it answers, its time is over, or the caller gives up. Nothing of it is left then. */
function runBounded(hook: Hook, context: HookContext, ports: HookPorts): Promise<HookResult> {
  return new Promise((resolve, reject) => {
    const late = new LateSignal();
    const end = () => {
      clearTimeout(timer);
      ports.signal?.removeEventListener('abort', cancel);
    };
    const giveUp = (reason: LoopError) => {
      end();
      late.abort(reason);
      reject(reason);
    };
    const cancel = () => giveUp(runtimeError('HOOK_CANCELLED', 'it was cancelled'));
    const expire = () => giveUp(runtimeError('HOOK_TIMEOUT', `no answer within ${hook.timeoutMs} ms`));
    const timer = setTimeout(expire, hook.timeoutMs);
    ports.signal?.addEventListener('abort', cancel, { once: true });
    if (ports.signal?.aborted === true) cancel();
    const given = Object.defineProperty(lend(hook, context, ports), 'signal', {
      get: () => late.get(),
      enumerable: true,
    });
    Promise.resolve()
      .then(() => hook.run(given))
      .finally(end)
      .then(resolve, reject);
  });
}

/** The same hooks, each within its capability and its time limit. */
export function hostHooks(hooks: HookRegistry, ports: HookPorts): HookRegistry {
  const hosted = [...hooks].map(([name, hook]): [string, Hook] => [
    name,
    { ...hook, checkParams: (params) => hook.checkParams(params), run: (context) => runBounded(hook, context, ports) },
  ]);
  return new Map(hosted);
}
