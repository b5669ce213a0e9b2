import { type RepositoryRecord } from '../state/records.ts';
import { notFound } from '../state/refusal.ts';
import { type Delivery, type HookRecord } from '../webhooks/hooks.ts';
import { numberParam, repositoryOf } from './input.ts';
import { type Call, type Route, route } from './route.ts';

const HOOKS = '/repos/:owner/:repo/hooks';

function hookOf(call: Call): HookRecord {
  const id = numberParam(call, 'hook');
  const hook = call.hooks.hooks.find((candidate) => candidate.id === id);
  if (!hook) throw notFound();
  return hook;
}

function deliveriesOf(call: Call): Delivery[] {
  const repository: RepositoryRecord = repositoryOf(call);
  const hook = hookOf(call);
  return call.hooks.log.filter((delivery) => delivery.hook === hook && delivery.repository === repository).reverse();
}

function shownDelivery(delivery: Delivery) {
  const status = delivery.status ?? 0;
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.at,
    redelivery: delivery.redelivery,
    duration: 0.1,
    status: status >= 200 && status < 300 ? 'OK' : status === 0 ? 'failed to connect to host' : 'Invalid HTTP Response',
    status_code: status,
    event: delivery.event,
    action: delivery.action,
    installation_id: null,
    repository_id: delivery.repository.id,
    throttled_at: null,
  };
}

/** Webhooks and their delivery log. */
export const hookRoutes: readonly Route[] = [
  route(`GET ${HOOKS}`, 'list-hooks', (call) => {
    repositoryOf(call);
    const items = call.hooks.hooks.map((hook) => ({
      type: 'Repository',
      id: hook.id,
      name: 'web',
      active: true,
      events: hook.events ?? ['*'],
      config: { url: hook.url, content_type: 'json', insecure_ssl: '0' },
      created_at: hook.createdAt,
      updated_at: hook.createdAt,
    }));
    return { items };
  }),
  route(`GET ${HOOKS}/:hook/deliveries`, 'list-deliveries', (call) => ({
    items: deliveriesOf(call).map(shownDelivery),
  })),
  route(`GET ${HOOKS}/:hook/deliveries/:id`, 'get-delivery', (call) => {
    const found = deliveriesOf(call).find((delivery) => delivery.id === numberParam(call, 'id'));
    if (!found) throw notFound();
    const request = {
      headers: { 'X-GitHub-Delivery': found.guid, 'X-GitHub-Event': found.event },
      payload: JSON.parse(found.body) as unknown,
    };
    return {
      status: 200,
      body: { ...shownDelivery(found), request, response: { headers: {}, payload: found.answer } },
    };
  }),
  route(`POST ${HOOKS}/:hook/deliveries/:id/attempts`, 'redeliver', (call) => {
    hookOf(call);
    call.hooks.redeliver({ id: numberParam(call, 'id') });
    return { status: 202, body: {} };
  }),
];
