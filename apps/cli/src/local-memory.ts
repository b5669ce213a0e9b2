/** What reads the store of this machine's service, loaded together when it is needed. */
export { withStoredMemory } from '@the-loop/service';
export { openStore } from '@the-loop/store';
