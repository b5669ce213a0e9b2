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
  const login = folded(actor.login);
  const pinned = context.pinnedIds?.get(login);
  const impostor = pinned !== undefined && actor.id !== null && actor.id !== pinned;
  return {
    authorized: !impostor && context.authorizedUsers.some((user) => folded(user) === login),
    own: context.ownLogins.some((user) => folded(user) === login),
  };
}

/** Logins compare without a leading `@` and letter case; ASCII only, as logins are. */
function folded(login: string): string {
  return (login.startsWith('@') ? login.slice(1) : login).toLowerCase();
}
