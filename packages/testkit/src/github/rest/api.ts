import { fullNameOf } from '../render/repository.ts';
import { type UserRecord } from '../state/records.ts';
import { notFound, Refusal } from '../state/refusal.ts';
import { type World } from '../state/world.ts';
import { type ApiParts, type Incoming } from './incoming.ts';
import { type Planned, planRequest } from './plan-request.ts';
import { type Reply, replyTo } from './reply.ts';
import { type Answer } from './route.ts';
import { leavesWrite, type Outcome, strike } from './strike.ts';

/** A write as it was received, whether or not it took place. */
export interface ApiWrite {
  readonly method: string;
  readonly path: string;
  /** Such as `add-comment`, `set-labels`, `add-reaction`. */
  readonly operation: string;
  /** Empty when the token was unknown. */
  readonly login: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly at: string;
  /** 0 when a fault cut the connection. */
  readonly status: number;
  /** False when it was refused, or a fault came first. */
  readonly applied: boolean;
}

/** Told about what passes through: writes, and the end of every request. */
export interface ApiObserver {
  readonly wrote: (write: ApiWrite) => void;
  readonly answered: () => void;
}

interface Understood {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly by: UserRecord | null;
  readonly login: string;
  readonly planned: Planned | null;
  readonly operation: string;
}

/** A request as the log keeps it; status 0 for a connection that a fault cut. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly login: string;
  readonly status: number;
}

/** From a request to its outcome: who asks, which fault strikes, what happens, what is recorded. */
export class Api {
  readonly writes: ApiWrite[] = [];
  readonly requests: ApiRequest[] = [];
  readonly #world: World;
  readonly #parts: ApiParts;
  readonly #observer: ApiObserver;

  constructor(world: World, parts: ApiParts, observer: ApiObserver) {
    this.#world = world;
    this.#parts = parts;
    this.#observer = observer;
  }

  answer(incoming: Incoming): Outcome {
    const understood = this.#understand(incoming);
    const fault = this.#parts.faults.take({ ...understood, body: incoming.body });
    const reply = leavesWrite(fault) ? this.#reply(incoming, understood) : null;
    const outcome = strike(fault, reply);
    this.#note(understood, outcome, tookPlace(reply, understood.path));
    this.#observer.answered();
    return outcome;
  }

  #understand(incoming: Incoming): Understood {
    const path = this.#byName(incoming.path);
    const body = parseBody(incoming.body);
    const by = this.#holder(incoming.token, path);
    const planned = by && planRequest({ ...incoming, path }, { world: this.#world, parts: this.#parts, by, body });
    const { method } = incoming;
    return { method, path, body, by, login: by?.login ?? '', planned, operation: planned?.operation ?? '' };
  }

  #note(understood: Understood, outcome: Outcome, applied: boolean): void {
    const { method, path, login, operation, body, planned } = understood;
    const status = outcome.reply?.status ?? 0;
    this.requests.push({ method, path, login, status });
    if (!(planned?.isWrite ?? method !== 'GET')) return;
    const write = { method, path, operation, login, body, status, applied, at: this.#world.time() };
    this.writes.push(write);
    this.#observer.wrote(write);
  }

  /** `/repositories/<id>/…` is where redirects lead; it means the repository of that id. */
  #byName(path: string): string {
    const [, id, rest = ''] = /^\/repositories\/(\d{1,15})(\/.*)?$/.exec(path) ?? [];
    if (id === undefined) return path;
    for (const repository of this.#world.repositories.values()) {
      if (repository.id === Number(id)) return `/repos/${fullNameOf(repository)}${rest}`;
    }
    return path;
  }

  #holder(token: string | null, path: string): UserRecord | null {
    if (token === null) return null;
    if (path.startsWith('/app')) return this.#parts.apps.app(token);
    const login = this.#parts.tokens.get(token);
    return login === undefined ? this.#parts.apps.holder(token) : this.#world.user(login);
  }

  #reply(incoming: Incoming, { by, planned }: Understood): Reply {
    const { query, ifNoneMatch, token } = incoming;
    const asked = { address: `${incoming.base}${incoming.path}`, query, ifNoneMatch };
    try {
      if (by === null) throw new Refusal(401, token === null ? 'Requires authentication' : 'Bad credentials');
      if (planned === null) throw notFound();
      return replyTo(planned.run(), asked);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      return replyTo(this.#refused(refusal, incoming), asked);
    }
  }

  /** Redirects lead to the address that was asked, not to the one in payloads, as the emulator stands at both. */
  #refused(refusal: Refusal, incoming: Incoming): Answer {
    const { body, headers, restFrom = Number.POSITIVE_INFINITY } = refusal.extra;
    const rest = incoming.path
      .split('/')
      .slice(restFrom)
      .map((part) => `/${part}`)
      .join('');
    const location = headers?.['location']?.replace(this.#world.options.apiBase, incoming.base);
    const documentation_url = 'https://docs.github.com/rest';
    return {
      status: refusal.status,
      body: { message: refusal.message, ...body, documentation_url, status: String(refusal.status) },
      headers: location === undefined ? {} : { location: `${location}${rest}` },
    };
  }
}

function parseBody(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** GraphQL tells its faults with status 200. */
function tookPlace(reply: Reply | null, path: string): boolean {
  return reply !== null && reply.status < 300 && !(path === '/graphql' && reply.body.includes('"errors":['));
}
