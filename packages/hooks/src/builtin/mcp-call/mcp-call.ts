import { type HookResult } from '@the-loop/graph-core';
import { defineHook } from '../../definition/define-hook.ts';
import { type McpCallOptions, mcpCallOptions } from './options.ts';
import { ANSWER_SCHEMA, readToolAnswer } from './read-tool-answer.ts';

const LONGEST_RESULT = 4_096;
const TIMEOUT_MS = 3_660_000;

/** Has an agent call one tool of an MCP server. Its result is untrusted: it is kept as data and shown nowhere. */
export const mcpCall = defineHook({
  name: 'mcp-call',
  capability: 'spawn',
  timeoutMs: TIMEOUT_MS,
  dataKeys: ['tool', 'result'],
  options: mcpCallOptions,
  run: async ({ command }, options) => {
    const { tool, timeoutSeconds, harness } = options;
    if (tool === undefined) return { status: 'skip' };
    if (command === undefined) return failed(options, 'MCP_NOT_RUN', 'tools are not called here');
    const argv = toArgv(tool, options);
    const end = await command.run(argv, { timeoutMs: timeoutSeconds * 1000 });
    if (end.kind === 'not-found')
      return { ...failed(options, 'MCP_NOT_FOUND', `the agent program of ${harness} was not found`), retriable: false };
    if (end.kind === 'timeout')
      return failed(options, 'MCP_TIMEOUT', `the call of ${tool} took longer than ${timeoutSeconds} s`);
    if (end.code !== 0) return failed(options, 'MCP_FAILED', `the agent ended with exit code ${end.code}`);
    const answer = readToolAnswer(end.tail);
    if (answer === null) return failed(options, 'MCP_ANSWER', `the agent did not answer in the form it was asked for`);
    if (!answer.ok) return failed(options, 'MCP_REFUSED', `the call of ${tool} did not succeed`);
    return { status: 'pass', data: { tool, result: (answer.result ?? '').slice(0, LONGEST_RESULT) } };
  },
});

/** One argument per word and no shell. The prompt never begins with a dash, so it is never an option. */
function toArgv(tool: string, options: McpCallOptions): string[] {
  const schema = JSON.stringify(ANSWER_SCHEMA);
  const task = `Call exactly one tool, ${tool}, once, with these arguments as JSON: ${JSON.stringify(options.arguments)}`;
  const prompt = `${task}\nThen answer with JSON of this schema and nothing else: ${schema}`;
  return options.harness === 'claude'
    ? ['claude', '-p', prompt, '--output-format', 'json', '--json-schema', schema, ...onlyTool(tool)]
    : ['cursor-agent', '-p', prompt, '--output-format', 'json'];
}

/** No built-in tool is there, and of the servers' tools whatever is not allowed is refused without a question. */
function onlyTool(tool: string): string[] {
  return ['--tools', '', '--permission-mode', 'dontAsk', '--allowedTools', tool];
}

function failed({ required, tool }: McpCallOptions, code: string, text: string): HookResult {
  return required
    ? { status: 'block', messages: [{ code, text, severity: 'error' }], data: { tool } }
    : { status: 'pass', data: { tool, error: text } };
}
