import { type UserRecord } from '../state/records.ts';
import { type World } from '../state/world.ts';

/** Where an act takes place, and by whom. */
export interface Scene {
  readonly world: World;
  readonly by: UserRecord;
}
