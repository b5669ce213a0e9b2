import { randomUUID } from 'node:crypto';
import { fullNameOf } from '../render/repository.ts';
import { type RepositoryRecord } from '../state/records.ts';
import { notFound } from '../state/refusal.ts';
import { type Occurrence, type World } from '../state/world.ts';
import { renderPayload } from './payload.ts';
import { send } from './send.ts';

/** Where deliveries go. */
export interface Webhook {
  readonly url: string;
  /** Signs the body; unsigned when null or left out. */
  readonly secret?: string | null;
  /** Events it hears; all when left out. */
  readonly events?: readonly string[];
  /** `owner/repo` of the repositories it hangs on; all when left out. */
  readonly repositories?: readonly string[];
}

export interface HookRecord extends Webhook {
  readonly id: number;
  readonly createdAt: string;
}

/** One attempt to deliver. A redelivery is a new attempt with the same guid. */
export interface Delivery {
  readonly id: number;
  readonly guid: string;
  readonly hook: HookRecord;
  readonly repository: RepositoryRecord;
  readonly event: string;
  readonly action: string | null;
  readonly redelivery: boolean;
  readonly at: string;
  readonly body: string;
  /** Null until it was answered; 0 when the receiver could not be reached. */
  status: number | null;
  answer: string;
}

/** Sends what happens to every hook that listens: in order, once, never again by itself. */
export class Hooks {
  readonly log: Delivery[] = [];
  readonly hooks: HookRecord[] = [];
  readonly #world: World;
  readonly #settled: (delivery: Delivery) => void;
  #tail: Promise<void> = Promise.resolve();
  #held: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(world: World, settled: (delivery: Delivery) => void) {
    this.#world = world;
    this.#settled = settled;
  }

  add(webhook: Webhook): HookRecord {
    const hook = { ...webhook, id: this.#world.identify('H').id, createdAt: this.#world.time() };
    this.hooks.push(hook);
    return hook;
  }

  /** Queues one delivery per listening hook. The payload is what stands at this moment. */
  announce(occurrence: Occurrence): void {
    const listening = this.hooks.filter((hook) => hears(hook, occurrence));
    if (listening.length === 0) return;
    const body = JSON.stringify(renderPayload(occurrence, this.#world));
    for (const hook of listening)
      this.#queue({ ...about(occurrence), hook, body, guid: randomUUID(), redelivery: false });
  }

  /** Sends a logged delivery again, same guid, same body. */
  redeliver(match: { readonly guid?: string; readonly id?: number }): void {
    const known = this.log.find((delivery) => delivery.guid === match.guid || delivery.id === match.id);
    if (!known) throw notFound();
    const { guid, hook, repository, event, action, body } = known;
    this.#queue({ guid, hook, repository, event, action, body, redelivery: true });
  }

  /** Holds deliveries back until the returned function is called. */
  hold(): () => void {
    let release = (): void => undefined;
    this.#held = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  /** Resolves when every delivery queued so far and meanwhile was answered. */
  async drained(): Promise<void> {
    while (this.#waiting > 0) await this.#tail;
  }

  #queue(input: Omit<Delivery, 'id' | 'at' | 'status' | 'answer'>): void {
    const delivery: Delivery = {
      ...input,
      id: this.#world.identify('D').id,
      at: this.#world.time(),
      status: null,
      answer: '',
    };
    this.log.push(delivery);
    this.#waiting += 1;
    this.#tail = this.#tail.then(() => this.#deliver(delivery));
  }

  async #deliver(delivery: Delivery): Promise<void> {
    await this.#held;
    const { hook, repository, event, guid, body } = delivery;
    const secret = hook.secret ?? null;
    const answered = await send({
      url: hook.url,
      secret,
      hookId: hook.id,
      repositoryId: repository.id,
      event,
      guid,
      body,
    });
    delivery.status = answered.status;
    delivery.answer = answered.body;
    this.#waiting -= 1;
    this.#settled(delivery);
  }
}

function about({ repository, event, action }: Occurrence) {
  return { repository, event, action };
}

function hears(hook: HookRecord, { event, repository }: Occurrence): boolean {
  const here = fullNameOf(repository).toLowerCase();
  const inScope = hook.repositories === undefined || hook.repositories.some((name) => name.toLowerCase() === here);
  return inScope && (event === 'ping' || hook.events === undefined || hook.events.includes(event));
}
