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
    /** The old name answers 301 from now on. */
    renameRepository: ({ from, to }: { from: string; to: string }): void => {
      const repository = world.repository(from);
      const [owner = '', name = ''] = to.split('/');
      world.repositories.delete(from.toLowerCase());
      world.renamed.set(from.toLowerCase(), repository);
      Object.assign(repository, { owner: world.user(owner), name });
      world.repositories.set(to.toLowerCase(), repository);
    },
  };
}
