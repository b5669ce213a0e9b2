import { type GithubHeadChecks } from './check.ts';
import { type GithubRepository } from './repository.ts';

/** What is looked for in a repository, by number. */
export interface SurveyedNumbers {
  /** Pull requests whose heads are looked at. */
  readonly pulls: readonly number[];
  /** Issues and pull requests of which only whether they are there is wanted. */
  readonly items: readonly number[];
}

/** What a repository is called, and what stands in it. */
export interface GithubSurvey {
  /** GitHub's id of the repository, which it keeps under every name. */
  readonly id: number;
  /** As it is called now: another name than asked for one that was renamed or transferred. */
  readonly repository: GithubRepository;
  /** Of the pull requests that were asked for and are open. */
  readonly heads: ReadonlyMap<number, GithubHeadChecks>;
  /** Of the numbers that were asked for, those under which this credential sees nothing. */
  readonly absent: readonly number[];
}
