import { describe, expect, it } from 'vitest';
import { SELF_MARKER } from '../markers.ts';
import { route } from '../route.ts';
import { type Delivery, type RouteContext } from '../route-context.ts';
import { bot, commented, context, delivery, mallory, pulled, reviewed, said, ticket } from '../testing/deliveries.ts';
import { reasonFor, routed } from '../testing/routing.ts';
import { type DropReason, dropReasons } from './drop-reason.ts';
import { guards } from './guards.ts';

describe('drop reasons', () => {
  const dropped: Record<DropReason, [Delivery, Partial<RouteContext>?]> = {
    'disabled-event': [commented('hi'), { enabledEvents: ['issues'] }],
    'no-work-item': [delivery('push', { ref: 'refs/heads/issue-12' })],
    'malformed-payload': [delivery('issue_comment', { issue: { number: 12 } })],
    'ignored-action': [ticket('locked')],
    'unknown-host': [
      ticket('opened', { repository: { full_name: 'acme/app', html_url: 'https://evil.example/acme/app' } }),
    ],
    'self-authored': [commented(`done\n${SELF_MARKER}`)],
    'no-author': [commented('hi', said('hi', null))],
    'unauthorized-actor': [commented('hi', said('hi', mallory))],
    'deleted-comment': [commented('hi', { action: 'deleted' })],
    'edited-comment': [commented('hi', { action: 'edited' })],
  };

  it.each(Object.entries(dropped))('%s is reached, and is said in a sentence', (reason, [given, decided]) => {
    expect(reasonFor(given, decided)).toBe(reason);
    expect(dropReasons[reason as DropReason]).toMatch(/^[A-Z].*\.$/);
  });

  it('are those of the guards', () => {
    expect(new Set(guards.map(({ reason }) => reason))).toEqual(new Set(Object.keys(dropReasons)));
  });

  it('come with who, what and which work items, as far as these were read', () => {
    expect(route(commented('hi', said('hi', mallory)), context)).toMatchObject({
      action: 'created',
      actor: mallory,
      links: [{ ref: { owner: 'acme', number: 12 } }],
    });
    expect(route(ticket('locked'), context)).toMatchObject({ links: [] });
  });
});

describe('who may be an input', () => {
  it.each(['ALICE', 'Alice'])('compares logins without letter case: %s', (login) => {
    expect(reasonFor(commented('hi', said('hi', { login })))).toBe('routed');
  });

  it.each([mallory, bot, null])('takes nothing but the fact from whoever transferred an issue: %o', (sender) => {
    const changes = { old_issue: { number: 7 }, old_repository: { full_name: 'acme/old' } };
    const moved = routed(ticket('opened', { sender, changes }));
    expect([moved.treatment, moved.actorAuthorized, moved.mayAnswerGates]).toEqual(['moved', false, false]);
    expect(moved.move?.from).toMatchObject({ repo: 'old', number: 7 });
    expect(routed(ticket('opened', { changes })).treatment).toBe('notice');
    expect(reasonFor(ticket('opened', { sender }))).not.toBe('routed');
  });

  it('reads a list with and without @', () => {
    expect(reasonFor(commented('hi'), { authorizedUsers: ['@Alice'] })).toBe('routed');
  });

  it('refuses everybody when nobody is listed', () => {
    expect(reasonFor(commented('hi'), { authorizedUsers: [] })).toBe('unauthorized-actor');
  });

  it('refuses another account under a login whose id was pinned', () => {
    const pinnedIds = new Map([['alice', 7]]);
    expect(reasonFor(commented('hi'), { pinnedIds })).toBe('routed');
    expect(reasonFor(commented('hi', said('hi', { login: 'alice', id: 8 })), { pinnedIds })).toBe('unauthorized-actor');
  });

  it('refuses a change that nobody made', () => {
    expect(reasonFor(ticket('opened', { sender: null }))).toBe('no-author');
  });

  it('knows its own comments by login, by record and by marker', () => {
    expect(reasonFor(commented('hi', said('hi', bot)))).toBe('self-authored');
    expect(reasonFor(commented('hi'), { ownComments: new Set(['github.com/acme/app#501']) })).toBe('self-authored');
    expect(reasonFor(reviewed('submitted', { body: `${SELF_MARKER} hi` }))).toBe('self-authored');
    expect(reasonFor(reviewed('submitted'), { ownComments: new Set(['github.com/acme/app#review-900']) })).toBe(
      'self-authored',
    );
  });

  it('lets our own pull request bind, and nothing more', () => {
    const event = routed(pulled('opened', { body: 'Closes acme/app#12' }, { sender: bot }));
    expect(event).toMatchObject({
      treatment: 'binding',
      actorAuthorized: false,
      actorIsOwn: true,
      mayAnswerGates: false,
    });
    expect(reasonFor(pulled('labeled', {}, { sender: bot }))).toBe('self-authored');
    expect(reasonFor(ticket('labeled', { sender: bot }))).toBe('self-authored');
  });

  it('hears a shared identity, which answers gates only where that was accepted', () => {
    const shared = { authorizedUsers: ['alice'], ownLogins: ['alice'] };
    expect(routed(commented('hi'), shared)).toMatchObject({
      treatment: 'speech',
      actorIsOwn: true,
      mayAnswerGates: false,
    });
    expect(routed(commented('hi'), { ...shared, sharedIdentityAccepted: true }).mayAnswerGates).toBe(true);
    expect(routed(commented('hi')).mayAnswerGates).toBe(true);
  });
});

describe('words that were changed', () => {
  const checklists = new Set(['github.com/acme/app#501']);
  const checklist = { id: 501, node_id: 'IC_501', body: `- [x] design\n${SELF_MARKER}`, user: bot, updated_at: 'T' };

  it('a checklist of ours is an input before our marker is looked for', () => {
    const event = routed(commented('', { action: 'edited', comment: checklist }), { checklists });
    expect(event).toMatchObject({
      treatment: 'checklist',
      checklistEdit: true,
      command: { kind: 'none' },
      wouldCommand: null,
    });
    expect(event.comment).toMatchObject({ author: 'the-loop-bot', action: 'edited', id: '501' });
  });

  it('a checklist that is not in our record is our own comment', () => {
    expect(reasonFor(commented('', { action: 'edited', comment: checklist }))).toBe('self-authored');
  });

  it('a checklist that we changed ourselves, or a stranger did, is no input', () => {
    expect(reasonFor(commented('', { action: 'edited', comment: checklist, sender: bot }), { checklists })).toBe(
      'self-authored',
    );
    expect(reasonFor(commented('', { action: 'edited', comment: checklist, sender: mallory }), { checklists })).toBe(
      'unauthorized-actor',
    );
  });

  it('a checklist that was deleted, or posted again, is no checklist edit', () => {
    expect(reasonFor(commented('', { action: 'deleted', comment: checklist }), { checklists })).toBe('self-authored');
    expect(reasonFor(commented('', { action: 'created', comment: checklist }), { checklists })).toBe('self-authored');
  });

  it('an own edit that would now command is passed on for one hint, without a command', () => {
    const event = routed(commented('the-loop start', { action: 'edited' }));
    expect(event).toMatchObject({
      treatment: 'edited',
      wouldCommand: 'start',
      command: { kind: 'none' },
      mayAnswerGates: false,
    });
  });

  it('a dismissed review is passed on without a command', () => {
    const event = routed(reviewed('dismissed', { state: 'dismissed', body: 'the-loop stop' }));
    expect(event).toMatchObject({
      treatment: 'dismissal',
      command: { kind: 'none' },
      comment: { reviewState: 'DISMISSED' },
    });
  });
});
