/** A repository and the host it is on. */
export interface GithubRepository {
  readonly host: string;
  readonly owner: string;
  readonly repo: string;
}
