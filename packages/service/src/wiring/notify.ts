import { type ChannelConfig, type OperatorConfig } from '@the-loop/config';
import { type Emit } from '@the-loop/events';
import { formatRef, type NotifyEffect, type WorkItemRef } from '@the-loop/graph-core';

export interface NotifyOptions {
  readonly config: OperatorConfig;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly emit: Emit;
  readonly fetch: typeof fetch;
}

const TIMEOUT_MS = 10_000;

/** Tells people over the operator's channels. A channel that fails is said and holds nothing up. */
export async function notify(options: NotifyOptions, item: WorkItemRef, effect: NotifyEffect): Promise<void> {
  const wanted = options.config.notifications.channels.filter(
    ({ events }) => events === undefined || events.some((name) => name === effect.event),
  );
  await Promise.all(wanted.map((channel) => post(options, channel, { item, effect })));
}

async function post(
  { environment, emit, fetch: send }: NotifyOptions,
  channel: ChannelConfig,
  { item, effect }: { readonly item: WorkItemRef; readonly effect: NotifyEffect },
): Promise<void> {
  const named = { channel: channel.name, work_item: formatRef(item), event_type: effect.event };
  if (channel.kind === 'log') {
    emit({ event: 'channel.posted', ...named, roles: [...effect.roles] });
    return;
  }
  const url = environment[channel.urlEnv] ?? '';
  if (url === '') {
    emit({ event: 'channel.post_failed', ...named, error: `${channel.urlEnv} is not set` });
    return;
  }
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // Both Slack's and Teams' incoming webhooks take a text.
      body: JSON.stringify({ text: `${effect.text} (${effect.roles.join(', ')})` }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) emit({ event: 'channel.posted', ...named, roles: [...effect.roles] });
    else emit({ event: 'channel.post_failed', ...named, error: 'the channel refused it', status: response.status });
  } catch {
    emit({ event: 'channel.post_failed', ...named, error: 'the channel could not be reached' });
  }
}
