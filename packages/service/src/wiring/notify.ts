import { setTimeout as wait } from 'node:timers/promises';
import { type ChannelConfig, type OperatorConfig } from '@the-loop/config';
import { type Emit } from '@the-loop/events';
import { type NotifyEffect } from '@the-loop/graph-core';

export interface NotifyOptions {
  readonly config: OperatorConfig;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly emit: Emit;
  readonly fetch: typeof fetch;
  /** How long to wait before each further try of a channel that is away, in milliseconds. */
  readonly waits?: readonly number[];
}

/** `unheard`: there are channels for it, and none took it. */
export type Told = { readonly kind: 'told' } | { readonly kind: 'unheard'; readonly error: string };

/** Tells people of something about a work item. */
export type TellPeople = (workItem: string, effect: NotifyEffect) => Promise<Told>;

const TIMEOUT_MS = 10_000;
const WAITS_MS = [1_000, 3_000];

/** Tells people over the operator's channels. One that takes it is enough; each that does not is an event. */
export async function notify(options: NotifyOptions, workItem: string, effect: NotifyEffect): Promise<Told> {
  const wanted = options.config.notifications.channels.filter(
    ({ events }) => events === undefined || events.some((name) => name === effect.event),
  );
  const ends = await Promise.all(wanted.map((channel) => tell(options, channel, { workItem, effect })));
  const faults = ends.filter((fault) => fault !== null);
  if (faults.length < wanted.length || wanted.length === 0) return { kind: 'told' };
  return { kind: 'unheard', error: `nobody could be told of ${effect.event}: ${faults.join('; ')}` };
}

interface Message {
  readonly workItem: string;
  readonly effect: NotifyEffect;
}

/** Null when the channel took it; else what is wrong with the channel. */
async function tell(
  options: NotifyOptions,
  channel: ChannelConfig,
  { workItem, effect }: Message,
): Promise<string | null> {
  const named = { channel: channel.name, work_item: workItem, event_type: effect.event };
  const end = channel.kind === 'log' ? TAKEN : await post(options, channel.urlEnv, effect);
  if (end.kind === 'taken') {
    options.emit({ event: 'channel.posted', ...named, roles: [...effect.roles] });
    return null;
  }
  const { error, status } = end;
  options.emit({ event: 'channel.post_failed', ...named, error, ...(status === null ? {} : { status }) });
  return `${channel.name}: ${error}${status === null ? '' : ` (${status})`}`;
}

type PostEnd =
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly error: string; readonly status: number | null; readonly passing: boolean };

const TAKEN: PostEnd = { kind: 'taken' };

async function post(options: NotifyOptions, urlEnv: string, effect: NotifyEffect): Promise<PostEnd> {
  const url = options.environment[urlEnv] ?? '';
  if (!URL.canParse(url)) {
    const error = url === '' ? `${urlEnv} is not set` : `${urlEnv} holds no address`;
    return { kind: 'failed', error, status: null, passing: false };
  }
  let end = await postOnce(options, url, effect);
  for (const ms of options.waits ?? WAITS_MS) {
    if (end.kind === 'taken' || !end.passing) break;
    await wait(ms);
    end = await postOnce(options, url, effect);
  }
  return end;
}

/** The address is a secret: it stands in no event and in no error. */
async function postOnce({ fetch: send }: NotifyOptions, url: string, effect: NotifyEffect): Promise<PostEnd> {
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // Both Slack's and Teams' incoming webhooks take a text.
      body: JSON.stringify({ text: `${effect.text} (${effect.roles.join(', ')})` }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    const { ok, status } = response;
    return ok
      ? TAKEN
      : { kind: 'failed', error: 'the channel refused it', status, passing: status >= 500 || status === 429 };
  } catch {
    return { kind: 'failed', error: 'the channel could not be reached', status: null, passing: true };
  }
}
