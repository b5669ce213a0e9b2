import { loginKey } from '@the-loop/graph-core';
import { type RouteContext } from '../route-context.ts';
import { type EventActor } from '../routed-event.ts';

/** What the operator's lists say about an actor. */
export interface Standing {
  readonly authorized: boolean;
  /** A login that we post as. Together with `authorized` it is an identity shared by a person and the agent. */
  readonly own: boolean;
}

/** Judges an actor. Nobody is authorized by not being named. */
export function standingOf(actor: EventActor | null, context: RouteContext): Standing {
  if (actor === null) return { authorized: false, own: false };
  const login = loginKey(actor.login);
  if (login === '') return { authorized: false, own: false };
  const pinned = context.pinnedIds?.get(login);
  const impostor = pinned !== undefined && actor.id !== null && actor.id !== pinned;
  return {
    authorized: !impostor && context.authorizedUsers.some((user) => loginKey(user) === login),
    own: context.ownLogins.some((user) => loginKey(user) === login),
  };
}
