import { type Delivery, type RouteContext } from '../route-context.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the operator of the tests decided: alice and bob may speak, we post as the-loop-bot. */
export const context: RouteContext = {
  authorizedUsers: ['alice', 'bob'],
  ownLogins: ['the-loop-bot'],
  sharedIdentityAccepted: false,
  label: 'the-loop: auto-execute',
  control: {},
  enabledEvents: [],
  hosts: ['ghe.corp.example'],
};

export const repository = { full_name: 'acme/app', html_url: 'https://github.com/acme/app', default_branch: 'main' };

/** A delivery with everything that `fields` does not say set to the ordinary. */
export function delivery(event: string, fields: Fields = {}, deliveryId = 'd-1'): Delivery {
  return {
    deliveryId,
    event,
    payload: { action: 'created', repository, sender: { login: 'alice', id: 7 }, ...fields },
  };
}

/** A comment on issue 12. */
export function commented(body: string, fields: Fields = {}): Delivery {
  const comment = {
    id: 501,
    node_id: 'IC_501',
    body,
    user: { login: 'alice', id: 7 },
    created_at: '2026-03-02T10:00:00Z',
  };
  return delivery('issue_comment', { issue: { number: 12, labels: [] }, comment, ...fields });
}

/** Something about issue 12. */
export function ticket(action: string, fields: Fields = {}): Delivery {
  return delivery('issues', { action, issue: { number: 12, node_id: 'I_12', labels: [], state: 'open' }, ...fields });
}

/** Something about pull request 40, whose fields are given. */
export function pulled(action: string, pull: Fields = {}, fields: Fields = {}): Delivery {
  return delivery('pull_request', {
    action,
    pull_request: { number: 40, node_id: 'PR_40', body: '', ...pull },
    ...fields,
  });
}

/** A review of pull request 40. */
export function reviewed(action: string, review: Fields = {}, fields: Fields = {}): Delivery {
  const given = {
    id: 900,
    node_id: 'PRR_900',
    state: 'approved',
    body: '',
    user: { login: 'alice', id: 7 },
    ...review,
  };
  return delivery('pull_request_review', {
    action,
    review: given,
    pull_request: { number: 40, head: { sha: 'abc' } },
    ...fields,
  });
}

/** A finished workflow run. */
export function ran(run: Fields = {}, fields: Fields = {}): Delivery {
  const given = { id: 1, conclusion: 'failure', head_branch: 'issue-15', pull_requests: [], ...run };
  return delivery('workflow_run', { action: 'completed', workflow_run: given, ...fields });
}

/** A stranger. */
export const mallory = { login: 'mallory', id: 66 };

/** The login that we post as. */
export const bot = { login: 'the-loop-bot', id: 99 };

/** The fields of a comment that `user` made, or that `sender` changed. */
export function said(body: string, user: unknown, sender: unknown = user): Fields {
  return { comment: { id: 1, body, user }, sender };
}
