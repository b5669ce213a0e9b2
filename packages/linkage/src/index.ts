/** Does this work item exist? Only a definitive answer says missing; everything else keeps it. */

// One answer
export { classifyExistence } from './classify-existence.ts';
export type { ApiAnswer, BinaryAnswer, Existence, ExistenceAnswer, ExistenceAsker } from './existence.ts';
// Asking, and remembering
export { type VerifierOptions, WorkItemVerifier } from './work-item-verifier.ts';
