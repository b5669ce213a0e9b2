import { type SessionRecord } from '@the-loop/sessions';
import { describe, expect, it } from 'vitest';
import { decideSent } from '../../testing/decide-sent.ts';
import { comment } from '../../testing/deliveries.ts';
import { session } from '../../testing/session-fixtures.ts';

const TICKET = { repository: 'acme/app', number: 12 };
const ITEM = 'github:acme/app#12';

describe('an answer to a gate that nobody can take', () => {
  it.each<[string, Partial<SessionRecord>]>([
    ['session-paused', { status: 'paused' }],
    ['already-processed', { recentDeliveries: ['d'] }],
  ])('is answered on the thread: %s', (reason, change) => {
    const decision = decideSent(comment(TICKET, 'the-loop approve'), { sessions: [session(ITEM, change)] });
    expect(decision).toMatchObject({ reason, effects: [], settle: 'settled' });
    expect(decision.replies).toMatchObject([
      { kind: 'reaction', content: 'confused' },
      { kind: 'comment', on: ITEM, topic: `refused:${reason}` },
    ]);
  });

  it('without a command is held in silence', () => {
    const decision = decideSent(comment(TICKET, 'hello'), { sessions: [session(ITEM, { status: 'paused' })] });
    expect(decision).toMatchObject({ reason: 'session-paused', settle: 'dropped', replies: [] });
  });
});
