import { describe, expect, it } from 'vitest';
import { hookContext } from '../../testing/hook-context.ts';
import { logEntry } from './log-entry.ts';

describe('log-entry', () => {
  it('asks for a line with the time of the transition', async () => {
    const context = hookContext({
      files: { 'execution-log.md': '# Log\n' },
      node: { phase: 'design' },
      boundary: 'entry',
    });
    expect((await logEntry.run(context)).effects).toEqual([
      { kind: 'log', file: 'execution-log.md', line: '- 2026-03-02T11:00:00Z: entry `design` (design)' },
    ]);
  });

  it('starts no log, and lets one that is no text be reported', async () => {
    expect(await logEntry.run(hookContext())).toEqual({ status: 'skip' });
    await expect(logEntry.run(hookContext({ files: { 'execution-log.md': null } }))).rejects.toThrow();
  });
});
