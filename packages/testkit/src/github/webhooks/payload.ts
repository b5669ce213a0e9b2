import { renderRepository } from '../render/repository.ts';
import { renderOrganization, renderUser } from '../render/user.ts';
import { type Occurrence, type World } from '../state/world.ts';

/** The JSON of one delivery, as GitHub shapes it: the event's own keys, then repository, organization and sender. */
export function renderPayload(occurrence: Occurrence, world: World): Record<string, unknown> {
  const { owner } = occurrence.repository;
  return {
    ...(occurrence.action === null ? {} : { action: occurrence.action }),
    ...occurrence.parts,
    repository: renderRepository(occurrence.repository, world.options),
    ...(owner.type === 'Organization' ? { organization: renderOrganization(owner, world.options) } : {}),
    sender: renderUser(occurrence.sender, world.options),
  };
}
