import { type AgentAdapter } from './agent-adapter.ts';
import { checkSessionId, isUuid } from './session-id.ts';

/** `-s` stands before `resume`, which does not remember it. A commit needs the repository's folder, which the narrower sandbox locks. */
const SANDBOX = ['-s', 'danger-full-access'];

/** Codex without a terminal, the prompt on stdin; https://developers.openai.com/codex/noninteractive */
export const codex: AgentAdapter = {
  name: 'codex',
  namesSession: 'agent',
  environment: ['OPENAI_API_KEY', 'CODEX_API_KEY', 'CODEX_HOME'],
  command({ sessionId, resume, binary = 'codex', extra = [] }) {
    const begin = [binary, 'exec', ...SANDBOX, ...extra];
    if (!resume) return { command: [...begin, '--json', '-'], stdin: 'prompt' };
    // An id that is no UUID is not refused by codex: it would silently begin a new conversation.
    checkSessionId(sessionId, 'uuid');
    return { command: [...begin, 'resume', '--json', sessionId, '-'], stdin: 'prompt' };
  },
  sessionIdIn: (output) =>
    output
      .split('\n')
      .map(threadOf)
      .find((id) => id !== null) ?? null,
};

function threadOf(line: string): string | null {
  if (!line.includes('thread.started')) return null;
  try {
    const event = JSON.parse(line) as { type?: unknown; thread_id?: unknown } | null;
    const id = event?.type === 'thread.started' ? event.thread_id : null;
    return typeof id === 'string' && isUuid(id) ? id : null;
  } catch {
    return null;
  }
}
