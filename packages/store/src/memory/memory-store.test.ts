import { storeConformance } from '../testing/store-conformance.ts';
import { createMemoryStore } from './memory-store.ts';

storeConformance('in memory', (clock) => Promise.resolve(createMemoryStore(clock)));
