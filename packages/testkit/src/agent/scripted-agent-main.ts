import { runAgentMain } from './run-agent-main.ts';

await runAgentMain();
