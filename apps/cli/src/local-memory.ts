/** What reads the store of this machine's service, loaded together when it is needed. */
export { copyVerbEvents, storeFile, takeInVerbEvents, verbEventsFile, withStoredMemory } from '@the-loop/service';
export { createMemoryStore, openStore } from '@the-loop/store';
