import { createHash } from 'node:crypto';
import { type NewDelivery } from '@the-loop/store';

/** A delivery of GitHub's, before it is stored. */
export interface Sent {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Place {
  readonly repository: string;
  readonly number: number;
  /** Set for a pull request: the description. */
  readonly pullRequest?: string;
}

function repository(place: Place) {
  return { full_name: place.repository, html_url: `https://github.com/${place.repository}` };
}

function entity(place: Place) {
  const common = { number: place.number, title: 't', state: 'open', labels: [] };
  if (place.pullRequest === undefined) return common;
  return { ...common, pull_request: { url: 'u' }, body: place.pullRequest };
}

let nextId = 1000;

/** A comment by `author`; each has an id of its own. */
export function comment(place: Place, body: string, author = 'alice'): Sent {
  const id = nextId++;
  return {
    event: 'issue_comment',
    payload: {
      action: 'created',
      repository: repository(place),
      issue: entity(place),
      comment: {
        id,
        node_id: `IC_${id}`,
        body,
        user: { login: author, id: 7 },
        html_url: `https://github.com/${place.repository}/issues/${place.number}#issuecomment-${id}`,
        created_at: '2026-01-01T00:00:00Z',
      },
      sender: { login: author, id: 7 },
    },
  };
}

/** An event of the ticket itself. */
export function issue(place: Place, action: string, author = 'alice'): Sent {
  return {
    event: 'issues',
    payload: {
      action,
      repository: repository(place),
      issue: entity(place),
      sender: { login: author, id: 7 },
      n: nextId++,
    },
  };
}

/** An event of a pull request itself. */
export function pullRequest(place: Place, action: string, change: Readonly<Record<string, unknown>> = {}): Sent {
  return {
    event: 'pull_request',
    payload: {
      action,
      n: nextId++,
      repository: repository(place),
      pull_request: {
        number: place.number,
        title: 't',
        state: action === 'closed' ? 'closed' : 'open',
        body: place.pullRequest ?? '',
        merged: false,
        labels: [],
        head: { ref: 'feature', sha: 'a'.repeat(40), repo: { full_name: place.repository } },
        base: { ref: 'main', repo: { full_name: place.repository, default_branch: 'main' } },
        user: { login: 'alice', id: 7 },
        ...change,
      },
      sender: { login: 'alice', id: 7 },
    },
  };
}

/** The delivery as the receiver stores it. */
export function stored(sent: Sent, guid: string, receivedAt: number): NewDelivery {
  const body = new TextEncoder().encode(JSON.stringify(sent.payload));
  return {
    host: 'github.com',
    hook: '1',
    guid,
    event: sent.event,
    source: 'webhook',
    receivedAt,
    body,
    bodyDigest: createHash('sha256').update(body).digest('hex'),
  };
}
