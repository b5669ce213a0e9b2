import { type AgentAdapter } from './agent-adapter.ts';
import { checkSessionId } from './session-id.ts';

/** Nobody sits at the terminal: listed tools run, everything else is refused without a question. */
const HEADLESS = ['--permission-mode', 'dontAsk', '--allowedTools', 'Bash,Read,Edit,Write'];

/** Claude Code in print mode, the prompt on stdin; https://docs.anthropic.com/en/docs/claude-code/cli-reference */
export const claude: AgentAdapter = {
  name: 'claude',
  namesSession: 'caller',
  environment: [
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'ANTHROPIC_BASE_URL',
    'CLAUDE_CONFIG_DIR',
    'CLAUDE_CODE_OAUTH_TOKEN',
  ],
  command({ sessionId, resume, binary = 'claude', extra = [] }) {
    checkSessionId(sessionId, 'uuid');
    const session = [resume ? '--resume' : '--session-id', sessionId];
    const output = ['-p', '--output-format', 'stream-json', '--verbose'];
    return { command: [binary, ...output, ...session, ...HEADLESS, ...extra], stdin: 'prompt' };
  },
  sessionIdIn: () => null,
};
