import { type UserRecord } from '../state/records.ts';
import { type World } from '../state/world.ts';

/** One GraphQL request. */
export interface GraphqlCall {
  readonly world: World;
  readonly by: UserRecord;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What GitHub answers: always status 200, faults as `errors`. */
export interface GraphqlAnswer {
  readonly data: unknown;
  readonly errors?: readonly { readonly type: string; readonly message: string; readonly path?: readonly string[] }[];
}

/** One operation that is understood, known by a field that only it selects. */
export interface GraphqlOperation {
  readonly name: string;
  readonly field: RegExp;
  readonly isMutation: boolean;
  readonly answer: (call: GraphqlCall) => GraphqlAnswer;
}

/** A text variable; empty when it is missing. */
export function text(call: GraphqlCall, name: string): string {
  const value = call.variables[name];
  return typeof value === 'string' ? value : '';
}

/** The answer about something that is not there. */
export function missing(what: string): GraphqlAnswer {
  return { data: null, errors: [{ type: 'NOT_FOUND', message: `Could not resolve to a ${what}` }] };
}
