import { type Hook, type HookRegistry } from '@the-loop/graph-core';
import { type HookDeclarations } from './read-hook-declarations.ts';

/** Why a repository's hook does not run. */
export const REPOSITORY_HOOK_REFUSAL =
  'hooks of a repository are read and listed, and not run: their code would come from the checkout the agent writes to';

/** The declared hooks as hooks that refuse: a gate that names one blocks and says why. No code of a repository is loaded. */
export function refusedHooks({ attach }: HookDeclarations): HookRegistry {
  return new Map(attach.map(({ hook }) => [hook, refusedHook(hook)]));
}

function refusedHook(name: string): Hook {
  return {
    name,
    capability: 'pure',
    timeoutMs: 1_000,
    outcomes: [],
    dataKeys: [],
    checkParams: () => [],
    run: () => ({
      status: 'block',
      messages: [{ code: 'REPOSITORY_HOOK_REFUSED', text: `${name}: ${REPOSITORY_HOOK_REFUSAL}`, severity: 'error' }],
      retriable: false,
    }),
  };
}
