import { apiEvents } from '../families/api.ts';
import { channelEvents } from '../families/channel.ts';
import { configEvents } from '../families/config.ts';
import { controlEvents } from '../families/control.ts';
import { dispatchEvents } from '../families/dispatch.ts';
import { graphEvents } from '../families/graph.ts';
import { outboxEvents } from '../families/outbox.ts';
import { pollEvents } from '../families/poll.ts';
import { routingEvents } from '../families/routing.ts';
import { serviceEvents } from '../families/service.ts';
import { sessionEvents } from '../families/session.ts';
import { webhookEvents } from '../families/webhook.ts';
import { workspaceEvents } from '../families/workspace.ts';

/** Every event there is, by name, with its levels, fields and meaning. */
export const catalogue = {
  ...webhookEvents,
  ...routingEvents,
  ...dispatchEvents,
  ...controlEvents,
  ...graphEvents,
  ...sessionEvents,
  ...workspaceEvents,
  ...outboxEvents,
  ...pollEvents,
  ...channelEvents,
  ...serviceEvents,
  ...apiEvents,
  ...configEvents,
} as const;

export type Catalogue = typeof catalogue;
/** The name of an event. */
export type EventType = keyof Catalogue;

/** Every event name, sorted. */
export function eventTypes(): EventType[] {
  return (Object.keys(catalogue) as EventType[]).sort();
}

/** Whether `name` is in the catalogue. */
export function isEventType(name: string): name is EventType {
  return Object.hasOwn(catalogue, name);
}
