import { createHash } from 'node:crypto';
import {
  type GateComment,
  type GraphNode,
  type HookContext,
  type HookSettings,
  type ItemFiles,
  type RemoteReader,
  type StateView,
} from '@the-loop/graph-core';
import { testGraph, testNode } from './loops.ts';

/** What a test says about a context; everything else is as of an item that just entered its node. */
export interface ContextParts extends Partial<Omit<HookContext, 'node' | 'settings' | 'state' | 'files'>> {
  readonly node?: Partial<GraphNode>;
  readonly settings?: Partial<HookSettings>;
  readonly state?: Partial<StateView>;
  /** By name; `null` is a file that is there and is no text. */
  readonly files?: Readonly<Record<string, string | null>>;
}

export const OWN_LOGIN = 'the-loop[bot]';
export const ENTERED_AT = '2026-03-02T10:00:00Z';

/** A context for one hook. */
export function hookContext(parts: ContextParts = {}): HookContext {
  const { node, settings, state, files, ...rest } = parts;
  return {
    address: { id: 'issue-12' },
    ref: 'github:acme/app#12',
    graph: rest.graph ?? testGraph('test', [testNode(node ?? {})]),
    node: testNode(node ?? {}),
    boundary: 'exit',
    params: {},
    comments: [],
    headSha: '',
    state: stateView(testNode(node ?? {}).id, state ?? {}),
    facts: [],
    skippedArtifacts: new Set(),
    results: [],
    settings: { ...defaultSettings, ...settings },
    files: itemFiles(files ?? {}),
    directory: 'docs/specs/issue-12',
    now: '2026-03-02T11:00:00Z',
    digest: (text) => createHash('sha256').update(text).digest('hex'),
    ...rest,
  };
}

const defaultSettings: HookSettings = {
  authorizedUsers: ['alice', 'bob'],
  ownLogins: [OWN_LOGIN],
  sharedIdentityAccepted: false,
  phaseLabelPrefix: 'loop:',
  executeKeyword: '',
  sessionPerPr: 'cross-repository',
  originRepo: 'acme/app',
  repoInitialized: true,
  verifyCommand: [],
  notifications: {},
  minApprovals: 1,
};

function stateView(node: string, state: Partial<StateView>): StateView {
  const entered = {
    entries: 1,
    enteredAt: ENTERED_AT,
    exitedAt: '',
    outcome: '',
    forced: false,
    attempts: 0,
    lastBlock: '',
  };
  return {
    workItem: 'issue-12',
    loop: 'test',
    currentNode: node,
    nodes: { [node]: entered },
    skips: {},
    optIns: [],
    optInSources: {},
    refusedSkips: [],
    surface: '',
    sessionPerPr: null,
    selection: null,
    goal: null,
    approvals: {},
    forced: [],
    completions: {},
    parked: null,
    escalated: null,
    merged: false,
    mergeApproves: false,
    abandoned: null,
    ...state,
  };
}

/** Files of an item in memory. */
export function itemFiles(files: Readonly<Record<string, string | null>>): ItemFiles {
  return {
    read: (path) => {
      if (!Object.hasOwn(files, path)) return Promise.resolve(null);
      const text = files[path];
      return typeof text === 'string' ? Promise.resolve(text) : Promise.reject(new TypeError('not UTF-8'));
    },
    list: (directory) =>
      Promise.resolve(
        Object.keys(files)
          .filter((path) => path.startsWith(`${directory}/`))
          .sort(),
      ),
  };
}

/** A thread in memory; `fails` is every call that rejects. */
export function remoteThread(
  thread: readonly (Partial<GateComment> & { readonly id: string; readonly editors?: readonly string[] | null })[],
  fails: readonly (keyof RemoteReader)[] = [],
): RemoteReader {
  const comments = thread.map((comment) => ({ author: '', body: '', kind: 'comment' as const, ...comment }));
  const refuse = (call: keyof RemoteReader) => (fails.includes(call) ? Promise.reject(new Error('outage')) : undefined);
  return {
    listComments: () => refuse('listComments') ?? Promise.resolve(comments),
    readComment: (_ref, id) => {
      const found = comments.find((comment) => comment.id === id);
      const { author = '', body = '', editors = null } = found ?? {};
      const answer =
        found === undefined ? { kind: 'missing' as const } : { kind: 'found' as const, author, body, editors };
      return refuse('readComment') ?? Promise.resolve(answer);
    },
    readLinks: () => refuse('readLinks') ?? Promise.resolve([]),
    readMerge: () => refuse('readMerge') ?? Promise.resolve({ kind: 'unmerged' as const }),
  };
}

/** A comment of an authorized person, made after the gate was entered. */
export function reply(body: string, parts: Partial<GateComment> = {}): GateComment {
  return {
    author: 'alice',
    body,
    kind: 'comment',
    id: `c-${body.length}`,
    createdAt: '2026-03-02T10:30:00Z',
    ...parts,
  };
}
