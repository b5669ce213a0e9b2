import { type FeedEvent } from './event-feed.ts';

/** Ends agents whose turn began and was not seen to end: a daemon leaves them to its next start, and here there is none. */
export function endAgents(events: readonly FeedEvent[]): void {
  // One conversation runs one turn at a time, so a later turn also tells that the one before it ended.
  const running = new Map<string, number>();
  for (const event of events) {
    const conversation = `${String(event['work_item'])} ${String(event['endpoint'])}`;
    if (event.event === 'session.turn_started') running.set(conversation, Number(event['child_pid']));
    if (event.event === 'session.turn_finished') running.delete(conversation);
  }
  for (const pid of running.values()) endGroup(pid);
}

/** The agent leads a process group of its own. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
