import { type Store } from '../ports/store.ts';
import { type TestClock } from './samples.ts';

/** A store under test, with the clock it reads. */
export interface OpenedStore {
  readonly store: Store;
  readonly clock: TestClock;
}
