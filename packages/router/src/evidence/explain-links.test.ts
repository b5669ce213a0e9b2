import { formatRef } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { delivery, pulled, ran } from '../testing/deliveries.ts';
import { explainLinks, extractWorkItems } from './explain-links.ts';
import { linkedWorkItems } from './linked-items.ts';

const linksOf = ({ event, payload }: { event: string; payload: unknown }) => explainLinks(event, payload);
const refs = (given: { event: string; payload: unknown }): string[] => linksOf(given).map(({ ref }) => formatRef(ref));

describe('what merging would close', () => {
  const meant = (pull: Record<string, unknown>): (boolean | 'unknown' | undefined)[] =>
    linksOf(pulled('opened', pull)).map(({ closesOnMerge }) => closesOnMerge);

  it.each([
    ['a keyword, into the default branch', { body: 'Closes #12', base: { ref: 'main' } }, [true, false]],
    ['a keyword, into another branch', { body: 'Closes #12', base: { ref: 'develop' } }, [false, false]],
    ['a keyword, into nobody knows what', { body: 'Closes #12' }, ['unknown', false]],
    ['a branch name', { head: { ref: 'issue-12' }, base: { ref: 'main' } }, [false, false]],
    ['a reference', { closingIssuesReferences: [{ number: 12 }], base: { ref: 'main' } }, [true, false]],
    [
      'the base says its default',
      { body: 'Closes #12', base: { ref: 'trunk', repo: { default_branch: 'trunk' } } },
      [true, false],
    ],
  ])('%s', (_, pull, expected) => {
    expect(meant(pull)).toEqual(expected);
  });
});

describe('branches that are not our own', () => {
  it.each([
    ['a fork', { head: { ref: 'issue-15', repo: { full_name: 'mallory/app' } } }],
    ['a deleted fork', { head: { ref: 'issue-15', repo: null } }],
    ['something that is no repository', { head: { ref: 'issue-15', repo: 'acme/app' } }],
    ['a polled fork', { head: { ref: 'issue-15' }, isCrossRepository: true }],
  ])('A11: the branch of %s does not link', (_, pull) => {
    expect(refs(pulled('opened', pull))).toEqual(['github:acme/app#40']);
  });

  it.each([
    ['a fork', { head_repository: { full_name: 'mallory/app' } }],
    ['a deleted fork', { head_repository: null }],
  ])('A10: the branch that automation ran for %s does not link', (_, run) => {
    expect(refs(ran(run))).toEqual([]);
  });

  it('links the branch of the repository itself, in any letter case', () => {
    expect(refs(pulled('opened', { head: { ref: 'issue-15', repo: { full_name: 'Acme/App' } } }))).toEqual([
      'github:acme/app#15',
      'github:acme/app#40',
    ]);
  });
});

it('keeps every observation as evidence, in order', () => {
  const [link] = linksOf(
    pulled('opened', {
      body: 'x\nFixes #12',
      head: { ref: 'issue-12' },
      closingIssuesReferences: [null, { number: 12 }],
    }),
  );
  expect(link?.evidence).toEqual([
    { source: 'closing-reference', index: 1 },
    { source: 'branch', branch: 'issue-12', at: 'pull_request.head.ref' },
    { source: 'keyword', verb: 'fixes', form: 'local', line: 2 },
  ]);
});

it('leaves out a closing reference on another host', () => {
  const away = pulled('opened', { closingIssuesReferences: [{ number: 1, url: 'https://github.com/o/r/pull/1' }] });
  expect(refs(away)).toEqual(['github:acme/app#40']);
});

it.each([
  ['A14: a parent directory as owner', { full_name: '../app' }],
  ['A14: a parent directory as repository', { full_name: 'acme/..' }],
  ['A13: a shell in the owner', { full_name: 'octo;rm -rf /app' }],
  ['a host that makes no ref', { full_name: 'acme/app', html_url: 'https://-x/acme/app' }],
])('%s names no work item', (_, named) => {
  expect(refs(delivery('issues', { repository: named, issue: { number: 12 } }))).toEqual([]);
});

it.each([
  ['https://GitHub.com/acme/app', 'github:acme/app#12'],
  ['https://user:secret@ghe.corp.example:8443/acme/app', 'github:ghe.corp.example:8443/acme/app#12'],
  ['not a url', 'github:acme/app#12'],
])('takes the host of %s', (url, expected) => {
  expect(
    refs(delivery('issues', { repository: { full_name: 'acme/app', html_url: url }, issue: { number: 12 } })),
  ).toEqual([expected]);
});

it('reads the work items of a pull request on its own', () => {
  const entity = { number: 7, body: 'Closes acme/app#183, fixes #7', head: { ref: 'issue-9' } };
  const items = linkedWorkItems(entity, { owner: 'octo', repo: 'infra', host: 'GHE.corp.example' });
  expect(items.map(formatRef)).toEqual([
    'github:ghe.corp.example/octo/infra#9',
    'github:ghe.corp.example/acme/app#183',
  ]);
  expect(linkedWorkItems(entity, { owner: '..', repo: 'infra' })).toEqual([]);
  expect(linkedWorkItems('no entity', { owner: 'octo', repo: 'infra' })).toEqual([]);
});

it('names the work item once, in the spelling that came first', () => {
  const items = extractWorkItems('pull_request', pulled('opened', { body: 'Closes Acme/App#12, fixes #12' }).payload);
  expect(items.map(formatRef)).toEqual(['github:Acme/App#12', 'github:acme/app#40']);
});
