/** The demo's agent, as a program of its own: reads its assignment on stdin, works, claims. */
import { runAgentMain } from '@the-loop/testkit';

await runAgentMain();
