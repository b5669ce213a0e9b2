import * as v from 'valibot';
import { type GithubDelivery } from '../answer/delivery.ts';
import { type GithubRepository } from '../answer/repository.ts';
import { type GithubOperations } from '../github-operations.ts';
import { aboutRepository, type ClientFor, inRepository } from './client-for.ts';

const HOOKS = '/repos/{owner}/{repo}/hooks';
const HookSchema = v.object({ id: v.number(), config: v.object({ url: v.optional(v.string(), '') }) });
const DeliverySchema = v.pipe(
  v.object({
    id: v.number(),
    guid: v.string(),
    event: v.string(),
    action: v.nullish(v.string(), null),
    delivered_at: v.string(),
    redelivery: v.boolean(),
    status_code: v.number(),
  }),
  v.transform(({ id, guid, event, action, redelivery, ...rest }): GithubDelivery => {
    return {
      id: String(id),
      guid,
      event,
      action,
      redelivery,
      deliveredAt: rest.delivered_at,
      statusCode: rest.status_code,
    };
  }),
);

/** GitHub's own log of deliveries, to fill gaps from. Needs a credential that may read webhooks. */
export function deliveryOperations(
  clientFor: ClientFor,
): Pick<GithubOperations, 'findWebhooks' | 'listDeliveries' | 'redeliver'> {
  return {
    async findWebhooks(repository, url, { signal } = {}) {
      const client = await clientFor(repository.host);
      const asked = { operation: 'findWebhooks', about: aboutRepository(repository), route: `GET ${HOOKS}` };
      const found = await client.list({ ...asked, parameters: inRepository(repository), entry: HookSchema, signal });
      return (found?.entries ?? []).filter((hook) => hook.config.url === url).map(({ id }) => String(id));
    },
    listDeliveries: (repository, wanted, { signal } = {}) =>
      listDeliveries(clientFor, { repository, ...wanted, signal }),
    async redeliver(repository, { hookId, id }, { signal } = {}) {
      const client = await clientFor(repository.host);
      const parameters = { ...inRepository(repository), hookId, id };
      const route = `POST ${HOOKS}/{hookId}/deliveries/{id}/attempts`;
      const asked = { operation: 'redeliver', about: aboutRepository(repository), route, parameters };
      await client.read({ ...asked, schema: v.unknown(), signal });
    },
  };
}

interface DeliveriesQuestion {
  readonly repository: GithubRepository;
  readonly hookId: string;
  readonly since: string;
  readonly signal: AbortSignal | undefined;
}

/** Page by page until they are older than `since`: the log is long and each page costs a request. */
async function listDeliveries(clientFor: ClientFor, question: DeliveriesQuestion): Promise<GithubDelivery[]> {
  const { repository, hookId, signal } = question;
  const client = await clientFor(repository.host);
  const asked = {
    operation: 'listDeliveries',
    about: aboutRepository(repository),
    schema: v.array(DeliverySchema),
    signal,
  };
  const parameters = { ...inRepository(repository), hookId, per_page: 100 };
  const isRecent = ({ deliveredAt }: GithubDelivery) => Date.parse(deliveredAt) >= Date.parse(question.since);
  let page = await client.read({ ...asked, route: `GET ${HOOKS}/{hookId}/deliveries`, parameters });
  const found = [...page.data];
  while (page.next !== null && page.data.every(isRecent)) {
    page = await client.read({ ...asked, route: `GET ${page.next}`, parameters: {} });
    found.push(...page.data);
  }
  return found.filter(isRecent);
}
