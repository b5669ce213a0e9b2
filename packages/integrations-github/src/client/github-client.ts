import { type Octokit } from '@octokit/rest';
import { formatRef, type WorkItemRef } from '@the-loop/graph-core';
import * as v from 'valibot';
import { type GithubRate } from '../answer/rate.ts';
import { REFUSED_REDIRECT } from '../transport/transport.ts';
import {
  type Asked,
  errorOfAnswer,
  errorOfGraphql,
  errorOfMove,
  errorOfRedirect,
  errorOfShape,
  errorOfSilence,
  type RawAnswer,
} from './map-error.ts';
import { createRateMeter, type RateMeter } from './rate-meter.ts';

/** One request of an operation. */
export interface Question<Schema extends v.GenericSchema> {
  /** Name of the operation, for errors. */
  readonly operation: string;
  readonly about: WorkItemRef | { readonly host: string; readonly label?: string };
  /** `GET /repos/{owner}/{repo}/…`; parameters are percent-encoded by Octokit. */
  readonly route: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly schema: Schema;
  /** The validator of an earlier answer; an unchanged one is then `null`. */
  readonly etag?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether it changes something; by the route's method when left out. */
  readonly isWrite?: boolean;
}

export interface Answered<Data> {
  readonly status: number;
  readonly data: Data;
  readonly etag: string | null;
  readonly next: string | null;
}

export interface ClientParts {
  readonly host: string;
  readonly apiBase: string;
  readonly octokit: Octokit;
  /** Null where the transport has credentials of its own. */
  readonly token: (() => Promise<string>) | null;
  /** True for `gh`, which follows a write's redirect with a read. */
  readonly followsRedirects: boolean;
  readonly now: () => number;
}

const NEXT = /<([^<>]+)>\s*;\s*rel="next"/;
const FaultSchema = v.object({
  type: v.optional(v.string(), ''),
  message: v.optional(v.string(), ''),
  path: v.optional(v.array(v.union([v.string(), v.number()])), []),
});
const GraphqlSchema = v.object({
  data: v.optional(v.unknown()),
  errors: v.optional(v.array(FaultSchema)),
});

/** Asks one host and checks every answer: its status, its shape, that it came in time and from that host. */
export class GithubClient {
  readonly #parts: ClientParts;
  readonly #meter: RateMeter;

  constructor(parts: ClientParts) {
    this.#parts = parts;
    this.#meter = createRateMeter(parts.now);
  }

  /** What was asked so far, and how much more may be. Asks nothing. */
  rate(): GithubRate {
    return this.#meter.read();
  }

  /** One request. Null for an unchanged answer to a conditional read. */
  async ask<Schema extends v.GenericSchema>(
    question: Question<Schema>,
  ): Promise<Answered<v.InferOutput<Schema>> | null> {
    const asked = this.#asked(question);
    const answer = await this.#send(question, asked);
    if (answer.status === 304) return null;
    refuseFaults(answer, asked);
    const checked = v.safeParse(question.schema, answer.data);
    if (!checked.success) throw this.#wrongShape(answer, asked);
    return { status: answer.status, data: checked.output, ...pointersOf(answer) };
  }

  /** One request whose answer is always whole. */
  async read<Schema extends v.GenericSchema>(question: Question<Schema>): Promise<Answered<v.InferOutput<Schema>>> {
    const answer = await this.ask(question);
    if (answer === null) throw errorOfShape(this.#asked(question), { status: 304 });
    return answer;
  }

  /** Every page of a list. With `etag` the first page decides whether anything changed; null when nothing did. */
  async list<Entry extends v.GenericSchema>(
    question: Omit<Question<Entry>, 'schema'> & { readonly entry: Entry },
  ): Promise<{ readonly entries: v.InferOutput<Entry>[]; readonly etag: string | null } | null> {
    const schema = v.array(question.entry);
    const first = await this.ask({ ...question, schema, parameters: { ...question.parameters, per_page: 100 } });
    if (first === null) return null;
    const entries = [...first.data];
    for (let next = first.next; next !== null; ) {
      const page = await this.read({ ...question, schema, route: `GET ${next}`, parameters: {}, etag: undefined });
      entries.push(...page.data);
      next = page.next;
    }
    return { entries, etag: first.etag };
  }

  /**
   * A GraphQL request; throws for every error in the answer, except where what is absent is left out: then a part of the
   * answer that is not there is null.
   */
  async graphql<Schema extends v.GenericSchema>(
    question: Omit<Question<Schema>, 'route' | 'parameters' | 'etag'> & {
      readonly query: string;
      readonly variables: Readonly<Record<string, unknown>>;
      readonly leavesOut?: 'nothing' | 'absent';
    },
  ): Promise<v.InferOutput<Schema>> {
    const { query, variables, schema, leavesOut = 'nothing', ...rest } = question;
    // The GraphQL endpoint of an Enterprise server is not below its REST base.
    const base = this.#parts.apiBase.replace(/\/api\/v3$/, '/api');
    const sent = { ...rest, route: `POST ${base}/graphql`, isWrite: query.trimStart().startsWith('mutation') };
    const asked = this.#asked(sent);
    const answer = await this.read({ ...sent, parameters: { query, variables }, schema: GraphqlSchema });
    const fault = answer.data.errors?.find((each) => leavesOut === 'nothing' || !isAbsentPart(each));
    if (fault) throw errorOfGraphql(fault.type, fault.message, asked);
    const checked = v.safeParse(schema, answer.data.data);
    if (!checked.success) throw errorOfShape(asked, { status: answer.status });
    return checked.output;
  }

  /** A write whose answer is whole but about something else was turned into a read on its way. */
  #wrongShape({ status, data }: RawAnswer, asked: Asked): Error {
    const wasRead = this.#parts.followsRedirects && asked.isWrite && status === 200 && typeof data === 'object';
    return wasRead ? errorOfMove(asked, status) : errorOfShape(asked, { status });
  }

  #asked({ operation, about, route, isWrite }: Omit<Question<v.GenericSchema>, 'schema' | 'parameters'>): Asked {
    const { host, now } = this.#parts;
    const target = 'number' in about ? formatRef(about) : (about.label ?? host);
    return { operation, target, host, isWrite: isWrite ?? !route.startsWith('GET '), now };
  }

  async #send(question: Question<v.GenericSchema>, asked: Asked): Promise<RawAnswer> {
    const { octokit, token } = this.#parts;
    const headers = {
      'x-github-api-version': '2022-11-28',
      ...(token === null ? {} : { authorization: `Bearer ${await token()}` }),
      ...(question.etag === undefined ? {} : { 'if-none-match': question.etag }),
    };
    const request = {
      ...(question.signal ? { signal: question.signal } : {}),
      ...(asked.isWrite ? { retries: 0 } : {}),
    };
    try {
      const answer = await octokit.request(question.route, { ...question.parameters, headers, request });
      this.#meter.note(answer.headers);
      return { status: answer.status, headers: answer.headers, data: answer.data as unknown };
    } catch (fault) {
      question.signal?.throwIfAborted();
      const answer = (fault as { response?: RawAnswer }).response;
      if (answer !== undefined) {
        this.#meter.note(answer.headers);
        return answer;
      }
      throw errorOfSilence(fault, asked);
    }
  }
}

/** A field of something that is there names nothing. */
function isAbsentPart({ type, path }: v.InferOutput<typeof FaultSchema>): boolean {
  return type === 'NOT_FOUND' && path.length > 1;
}

function refuseFaults(answer: RawAnswer, asked: Asked): void {
  if (typeof answer.headers[REFUSED_REDIRECT] === 'string') throw errorOfRedirect(asked);
  if (answer.status >= 400) throw errorOfAnswer(answer, asked);
  if (answer.status >= 300) throw errorOfMove(asked, answer.status);
}

/** The validator of an answer, and where its list goes on. */
function pointersOf({ headers }: RawAnswer): { readonly etag: string | null; readonly next: string | null } {
  const { etag, link } = headers;
  const next = typeof link === 'string' ? NEXT.exec(link)?.[1] : undefined;
  return { etag: typeof etag === 'string' ? etag : null, next: next ?? null };
}
