import { renderUser } from './render/user.ts';
import { type World } from './state/world.ts';

export interface NewRepository {
  readonly defaultBranch?: string;
  readonly private?: boolean;
  /** Logins that are collaborators, beside the owner. When left out anybody can be asked for a review. */
  readonly collaborators?: readonly string[];
}

/** Acts on whole repositories. */
export function repositoryActs(world: World) {
  return {
    /** `owner/repo`. */
    createRepository: (fullName: string, input: NewRepository = {}): void => {
      const [owner = '', name = ''] = fullName.split('/');
      world.repositories.set(fullName.toLowerCase(), {
        ...world.identify('R'),
        owner: world.user(owner),
        name,
        defaultBranch: input.defaultBranch ?? 'main',
        private: input.private ?? false,
        createdAt: world.time(),
        collaborators: input.collaborators ? new Set(input.collaborators.map((login) => login.toLowerCase())) : null,
        labels: new Map(),
        issues: new Map(),
        lastNumber: 0,
      });
    },
    /**
     * Another name, another owner, or both; `as` did it, the old owner when left out. The old name answers 301 from now on,
     * until another repository takes it.
     */
    renameRepository: ({ from, to, as }: { from: string; to: string; as?: string }): void => {
      const repository = world.repository(from);
      const { owner: oldOwner, name: oldName } = repository;
      const [owner = '', name = ''] = to.split('/');
      world.repositories.delete(from.toLowerCase());
      world.renamed.set(from.toLowerCase(), repository);
      Object.assign(repository, { owner: world.user(owner), name });
      world.repositories.set(to.toLowerCase(), repository);
      const isTransfer = repository.owner !== oldOwner;
      const kind = oldOwner.type === 'Organization' ? 'organization' : 'user';
      const changes = isTransfer
        ? { owner: { from: { [kind]: renderUser(oldOwner, world.options) } } }
        : { repository: { name: { from: oldName } } };
      world.announce({
        event: 'repository',
        action: isTransfer ? 'transferred' : 'renamed',
        repository,
        sender: as === undefined ? oldOwner : world.user(as),
        parts: { changes },
      });
    },
  };
}
