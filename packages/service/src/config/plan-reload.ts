import { type OperatorConfig } from '@the-loop/config';

/** What a changed file comes to while the service runs. */
export interface Reload {
  /** What counts from the next event on. */
  readonly config: OperatorConfig;
  /** Keys that changed and count. */
  readonly changed: readonly string[];
  /** Keys that changed and count from the next start on. */
  readonly waiting: readonly string[];
}

/** Takes over everything but what was opened at the start: the address, the webhook, folders, hosts and sources. */
export function planReload(current: OperatorConfig, next: OperatorConfig): Reload {
  const config: OperatorConfig = {
    ...next,
    service: current.service,
    webhooks: { ...current.webhooks, events: next.webhooks.events },
    polling: current.polling,
    workspace: { ...next.workspace, root: current.workspace.root, gitBinary: current.workspace.gitBinary },
    integrations: current.integrations,
  };
  return { config, changed: differentKeys(current, config), waiting: differentKeys(config, next) };
}

function differentKeys(left: unknown, right: unknown, at = ''): readonly string[] {
  if (!isGroup(left) || !isGroup(right)) return JSON.stringify(left) === JSON.stringify(right) ? [] : [at];
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
  return keys.flatMap((key) => differentKeys(left[key], right[key], at === '' ? key : `${at}.${key}`));
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
