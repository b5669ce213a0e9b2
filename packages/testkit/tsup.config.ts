import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.ts';

/** The agent's main is a file of its own, because it runs as a process of its own. */
export default defineConfig(
  library({ entry: { index: 'src/index.ts', 'scripted-agent-main': 'src/agent/scripted-agent-main.ts' } }),
);
