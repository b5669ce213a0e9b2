import { refKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { isArming, isSpawning } from '../decide/command-class.ts';
import { isLive } from '../decide/ownership.ts';
import { type Snapshot } from '../decide/snapshot.ts';
import { type ClosureReader } from '../ports.ts';
import { type DispatchSettings } from '../settings.ts';

/** What is known when the label is asked about. */
export interface LabelQuestion {
  readonly event: RoutedEvent;
  readonly target: WorkItemRef | null;
  readonly known: Pick<Snapshot, 'sessions' | 'control'>;
  readonly settings: DispatchSettings;
  readonly signal: AbortSignal;
}

/** Whether the target carries the arming label. Asked only where the answer alone decides whether it starts. */
export async function targetLabeled(
  reader: ClosureReader | undefined,
  question: LabelQuestion,
): Promise<Pick<Snapshot, 'targetLabeled'>> {
  const { target, settings, signal } = question;
  if (target === null || reader?.labels === undefined || !decides(question, target)) return {};
  const labels = await reader.labels(target, { signal });
  return { targetLabeled: labels === null ? 'unknown' : labels.includes(settings.route.label) };
}

function decides({ event, known, settings }: LabelQuestion, target: WorkItemRef): boolean {
  const { policy } = settings;
  if (policy.spawn !== 'labeled' || event.labeled || known.sessions.some(isLive)) return false;
  if (event.entity.ref !== null && sameRef(event.entity.ref, target)) return false;
  const command = event.command.kind === 'command' ? event.command.command : null;
  const wasAsked = isSpawning(command) || isArming(known.control[refKey(target)]);
  return wasAsked || !(policy.controlEnabled && policy.requireStart);
}
