import { type FaultRule, Faults } from './faults.ts';
import { createPeople } from './people.ts';
import { pullOf } from './render/pull.ts';
import { repositoryActs } from './repositories.ts';
import { Api, type ApiWrite } from './rest/api.ts';
import { type AppOptions, AppTokens } from './rest/app-tokens.ts';
import { listen } from './rest/listen.ts';
import { World } from './state/world.ts';
import { type CommentView, type IssueView, type ReviewView, viewComment, viewIssue, viewReview } from './views.ts';
import { createWaiting } from './waiting.ts';
import { type Delivery, Hooks, type Webhook } from './webhooks/hooks.ts';

export interface GithubEmulatorOptions {
  /** Token to login. A request with any other token is answered 401. */
  readonly users?: Readonly<Record<string, string>>;
  readonly webhooks?: readonly Webhook[];
  readonly app?: AppOptions;
  /** Logins that are organizations; others are users. */
  readonly organizations?: readonly string[];
  /** Host of the pages, `github.com` when left out; API addresses in bodies follow from it. */
  readonly host?: string;
  /** GitHub also closes tickets of other repositories when the merger may write there; off when left out. */
  readonly closesAcrossRepositories?: boolean;
  /** A path where it listens too, for `gh config set http_unix_socket`. */
  readonly socketPath?: string;
  /** Milliseconds since the epoch; the real clock when left out. */
  readonly now?: () => number;
  /** How long `until` waits where it is not told; 10 s when left out. */
  readonly patienceMs?: number;
  /** Called after each write over the API. */
  readonly onWrite?: (write: ApiWrite) => void;
  /** Called when a delivery was answered, or could not be delivered. */
  readonly onDelivery?: (delivery: DeliveryView) => void;
}

/** One line of the delivery log. */
export interface DeliveryView {
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly url: string;
  readonly redelivery: boolean;
  /** Null until it was answered; 0 when the receiver could not be reached within ten seconds. */
  readonly status: number | null;
  /** What was sent, parsed. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A GitHub on loopback. See the package's README for what it does and does not do. */
export type GithubEmulator = Awaited<ReturnType<typeof startGithubEmulator>>;

/** Starts a GitHub on a free port of loopback. Nothing leaves the machine; close it when done. */
export async function startGithubEmulator(options: GithubEmulatorOptions = {}) {
  const world = new World(worldOptions(options));
  const waiting = createWaiting(options.patienceMs);
  const faults = new Faults();
  const hooks = new Hooks(world, (delivery) => {
    options.onDelivery?.(viewDelivery(delivery));
    waiting.check();
  });
  const tokens = new Map(Object.entries(options.users ?? {}));
  const parts = { hooks, faults, apps: new AppTokens(options.app ?? null, world), tokens };
  const api = new Api(world, parts, { wrote: (write) => options.onWrite?.(write), answered: waiting.check });
  world.announce = (occurrence) => {
    hooks.announce(occurrence);
    waiting.check();
  };
  for (const webhook of options.webhooks ?? []) hooks.add(webhook);
  const servers = await listen(api, options.socketPath);
  return {
    ...servers,
    ...createPeople(world),
    ...repositoryActs(world),
    ...readings(world),
    ...deliveryActs(world, hooks),
    /** Every write the API received, faulted and refused ones too. */
    writes: (): readonly ApiWrite[] => [...api.writes],
    /** Every request, reads too. */
    requests: () => [...api.requests],
    /** Makes the next matching requests fail; the returned function takes the rule back. */
    fail: (rule: FaultRule): (() => void) => faults.add(rule),
    /** Lets a token in, or (with null) no longer. */
    setToken: (token: string, login: string | null): void => {
      if (login === null) tokens.delete(token);
      else tokens.set(token, login);
    },
    /** Resolves when the condition holds; it is looked at after every act, request and delivery. Rejects after `timeoutMs`. */
    until: waiting.until,
  };
}

function worldOptions(options: GithubEmulatorOptions) {
  const host = options.host ?? 'github.com';
  return {
    now: options.now ?? Date.now,
    htmlBase: `https://${host}`,
    apiBase: host === 'github.com' ? 'https://api.github.com' : `https://${host}/api/v3`,
    organizations: new Set((options.organizations ?? []).map((login) => login.toLowerCase())),
    closesAcrossRepositories: options.closesAcrossRepositories ?? false,
  };
}

function readings(world: World) {
  return {
    issue: (on: string): IssueView => viewIssue(world.at(on), world),
    comments: (on: string): readonly CommentView[] =>
      world.at(on).comments.map((comment) => viewComment(comment, world)),
    reviews: (on: string): readonly ReviewView[] =>
      pullOf(world.at(on)).reviews.map((review) => viewReview(review, world)),
  };
}

function deliveryActs(world: World, hooks: Hooks) {
  return {
    addWebhook: (webhook: Webhook): number => hooks.add(webhook).id,
    /** The delivery log, oldest first. */
    deliveries: (): readonly DeliveryView[] => hooks.log.map(viewDelivery),
    /** Sends a logged delivery once more, with the same guid and bytes. */
    redeliver: (guid: string): void => hooks.redeliver({ guid }),
    /** Resolves when everything queued was answered. */
    drained: (): Promise<void> => hooks.drained(),
    /** Keeps deliveries back until the returned function is called. */
    holdDeliveries: (): (() => void) => hooks.hold(),
    /** Sends any event: `check_run`, `workflow_run`, `ping`. Repository and sender are added to `payload`. */
    sendEvent: (input: {
      as: string;
      repo: string;
      event: string;
      action?: string;
      payload: Readonly<Record<string, unknown>>;
    }): void =>
      world.announce({
        event: input.event,
        action: input.action ?? null,
        repository: world.repository(input.repo),
        sender: world.user(input.as),
        parts: input.payload,
      }),
  };
}

function viewDelivery(delivery: Delivery): DeliveryView {
  const { guid, event, action, redelivery, status, hook, body } = delivery;
  return {
    guid,
    event,
    action,
    redelivery,
    status,
    url: hook.url,
    payload: JSON.parse(body) as Record<string, unknown>,
  };
}
