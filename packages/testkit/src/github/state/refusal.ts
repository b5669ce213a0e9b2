/** Extra fields of the JSON body, headers, and for redirects how much of the asked path follows the location. */
export interface RefusalExtra {
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly restFrom?: number;
}

/** What GitHub answers when it will not do something. Human acts throw it; over HTTP it becomes a status and a body. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly extra: RefusalExtra;

  constructor(status: number, message: string, extra: RefusalExtra = {}) {
    super(message);
    this.status = status;
    this.extra = extra;
  }
}

export const notFound = (): Refusal => new Refusal(404, 'Not Found');

/** 422 with GitHub's `errors` list. */
export function invalid(resource: string, field: string, code: string): Refusal {
  return new Refusal(422, 'Validation Failed', { body: { errors: [{ resource, field, code }] } });
}
