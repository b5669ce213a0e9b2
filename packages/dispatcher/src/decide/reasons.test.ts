import { readFileSync } from 'node:fs';
import { parseRef, refKey } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { describe, expect, it } from 'vitest';
import { decideSent } from '../testing/decide-sent.ts';
import { comment, issue, pullRequest, type Sent } from '../testing/deliveries.ts';
import { binding, session } from '../testing/session-fixtures.ts';
import { POLICY } from '../testing/world.ts';
import { type Decision } from './decision.ts';
import { REASONS, type Reason, reasonSentence } from './reasons.ts';
import { type Snapshot } from './snapshot.ts';

const TICKET = { repository: 'acme/app', number: 12 };
const ITEM = 'github:acme/app#12';
const KEY = refKey(parseRef(ITEM));
const PR = { repository: 'acme/app', number: 40, pullRequest: 'Closes #12' };
const FOREIGN = { repository: 'octo/infra', number: 7, pullRequest: 'Closes acme/app#12' };

interface Situated {
  readonly sent: Sent;
  readonly snapshot?: Partial<Snapshot>;
  readonly event?: Partial<RoutedEvent>;
}

const live: Partial<Snapshot> = { sessions: [session(ITEM)] };
const paused: Partial<Snapshot> = { sessions: [session(ITEM, { status: 'paused' })] };
const merged = { closer: 'merge' } as const;
const hello = comment(TICKET, 'hello');
const say = (text: string): Sent => comment(TICKET, text);

/** One way to each reason. */
const WAYS: readonly (readonly [Reason, Situated])[] = [
  ['session-spawned', { sent: say('the-loop start') }],
  ['event-delivered', { sent: hello, snapshot: live }],
  ['endpoint-spawned', { sent: pullRequest(FOREIGN, 'opened'), snapshot: live }],
  ['pull-request-bound', { sent: pullRequest(PR, 'opened'), snapshot: live, event: { treatment: 'binding' } }],
  ['handed-to-graph', { sent: say('the-loop execute'), snapshot: live }],
  [
    'answer-recorded',
    { sent: hello, snapshot: { ...paused, progress: { [KEY]: { terminal: false, atHumanGate: true } } } },
  ],
  ['checklist-noted', { sent: hello, snapshot: live, event: { treatment: 'checklist' } }],
  [
    'item-moved',
    {
      sent: hello,
      snapshot: live,
      event: {
        treatment: 'moved',
        move: { from: parseRef('github:acme/app#12'), to: parseRef('github:acme/new#1'), of: 'item' },
      },
    },
  ],
  ['session-resumed', { sent: say('the-loop resume'), snapshot: paused }],
  ['already-running', { sent: say('the-loop start'), snapshot: live }],
  ['session-held', { sent: say('the-loop pause'), snapshot: live }],
  ['nothing-to-pause', { sent: say('the-loop pause') }],
  ['session-stopped', { sent: say('the-loop stop'), snapshot: live }],
  ['nothing-to-stop', { sent: say('the-loop stop') }],
  ['item-cleaned', { sent: say('the-loop cleanup'), snapshot: { sessions: [session(ITEM, { status: 'closed' })] } }],
  ['nothing-to-clean', { sent: say('the-loop cleanup') }],
  ['work-unsaved', { sent: say('the-loop cleanup'), snapshot: { ...live, checkouts: 'unsaved' } }],
  ['status-told', { sent: say('the-loop status') }],
  ['help-told', { sent: say('the-loop help') }],
  ['item-ended', { sent: issue(TICKET, 'closed'), snapshot: live }],
  ['item-ended-checkout-kept', { sent: issue(TICKET, 'closed', 'mallory'), snapshot: live }],
  [
    'closed-by-merge',
    {
      sent: issue(TICKET, 'closed'),
      snapshot: { ...live, ...merged, progress: { [KEY]: { terminal: false, atHumanGate: false } } },
    },
  ],
  [
    'pull-request-ended',
    {
      sent: pullRequest(PR, 'closed'),
      snapshot: { sessions: [session(ITEM, { bindings: [binding('github:acme/app#40')] })] },
    },
  ],
  ['linked-item-kept', { sent: pullRequest(PR, 'closed'), snapshot: live }],
  ['edit-hinted', { sent: hello, event: { treatment: 'edited', wouldCommand: 'start' } }],
  ['ambiguous-command', { sent: say('the-loop start\nthe-loop stop'), snapshot: live }],
  [
    'unauthorized-actor',
    { sent: say('the-loop stop'), snapshot: live, event: { actor: null, actorAuthorized: false } },
  ],
  ['nothing-to-resume', { sent: say('the-loop resume') }],
  ['spawn-policy', { sent: hello, snapshot: { policy: { ...POLICY, spawn: 'never' } } }],
  ['awaiting-start', { sent: hello }],
  ['session-paused', { sent: hello, snapshot: paused }],
  ['already-processed', { sent: hello, snapshot: { sessions: [session(ITEM, { recentDeliveries: ['d'] })] } }],
  ['duplicate-delivery', { sent: hello, snapshot: { duplicate: 'delivery' } }],
  ['duplicate-body', { sent: hello, snapshot: { duplicate: 'body' } }],
  ['duplicate-logical', { sent: hello, snapshot: { duplicate: 'logical' } }],
  ['work-item-not-found', { sent: hello, snapshot: { missing: [KEY] }, event: { weak: [ITEM] } }],
  ['no-work-item', { sent: hello, event: { links: [] } }],
  ['no-session', { sent: issue(TICKET, 'closed') }],
  ['no-news', { sent: hello, snapshot: live, event: { treatment: 'arming' } }],
  ['edited-comment', { sent: hello, event: { treatment: 'edited', wouldCommand: null } }],
  ['item-not-named', { sent: issue(TICKET, 'closed'), event: { entity: entityWithout() } }],
  ['state-unknown', { sent: issue(TICKET, 'closed'), snapshot: { ...live, ...merged } }],
];

function entityWithout(): RoutedEvent['entity'] {
  return {
    kind: 'issue',
    ref: null,
    number: null,
    labels: [],
    state: '',
    stateReason: '',
    closedAt: '',
    fromFork: false,
  };
}

function decided({ sent, snapshot, event }: Situated): Decision {
  return decideSent(sent, snapshot, event);
}

/** The rows that name a reason, without the padding of a formatter. */
function tableRows(document: string): string[] {
  const padded = document.split('\n').filter((line) => line.startsWith('| `'));
  return padded.map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .join(' | ')
      .trim(),
  );
}

describe('reasons', () => {
  it.each(WAYS)('%s can be reached', (reason, way) => {
    expect(decided(way).reason).toBe(reason);
  });

  it('have one way each in this table', () => {
    expect(WAYS.map(([reason]) => reason).sort()).toEqual(Object.keys(REASONS).sort());
  });

  it('settle as their class says', () => {
    for (const [reason, way] of WAYS) {
      const { settle } = decided(way);
      const { class: kind } = REASONS[reason];
      if (kind === 'acts' || kind === 'refuses') expect(settle).toBe('settled');
      if (kind === 'drops') expect(settle).toBe('dropped');
      if (kind === 'waits') expect(settle).toBe('retry');
    }
  });

  it('stand in the document as they stand in the code', () => {
    const document = readFileSync(new URL('../../docs/reasons.md', import.meta.url), 'utf8');
    const rows = tableRows(document);
    expect(rows).toEqual(
      Object.entries(REASONS).map(([name, { class: kind, sentence }]) => `| \`${name}\` | ${kind} | ${sentence} |`),
    );
  });

  it('say nothing of the comment when a command is refused', () => {
    const { replies } = decided({ sent: say('the-loop resume') });
    const text = replies.flatMap((reply) => (reply.kind === 'comment' ? [reply.text] : []));
    expect(text).toEqual([`\`the-loop resume\` was not carried out. ${reasonSentence('nothing-to-resume')}`]);
  });
});
