import { parseHarnessConfig, parseOperatorConfig, renderDefaultOperatorConfig } from '@the-loop/config';
import { expect, it } from 'vitest';
import { type FoundCheckout, type InitAnswers, type InitFound } from './init-answers.ts';
import { type PlannedFile, planInit } from './plan-init.ts';

const nothingSaid: InitAnswers = { authorizedUsers: [] };
const checkout: FoundCheckout = {
  harness: { path: '/repo/.the-loop/harness-config.yaml', exists: false },
  origin: { owner: 'octo', repo: 'app' },
};
const fresh: InitFound = {
  checkout,
  operator: { path: '/state/config.yaml', text: null },
};
const textOf = (file: PlannedFile | undefined): string => file?.text ?? '';
const withOperator = (text: string): InitFound => ({ ...fresh, operator: { path: '/state/config.yaml', text } });

it('creates both files: the repository names its tickets, the machine what was answered', async () => {
  const answers: InitAnswers = { authorizedUsers: ['octocat'], agent: 'claude', sharedIdentity: 'accept' };
  const { files, notes, next } = await planInit(answers, fresh);
  expect(files.map(({ path, change, mode }) => [path, change, mode])).toEqual([
    ['/repo/.the-loop/harness-config.yaml', 'create', 0o644],
    ['/state/config.yaml', 'create', 0o600],
  ]);
  const harness = await parseHarnessConfig(textOf(files[0]), 'h');
  expect(harness).toMatchObject({ value: { config: { ticketing: { github: { owner: 'octo', repo: 'app' } } } } });
  const operator = await parseOperatorConfig(textOf(files[1]), 'o');
  expect(operator).toMatchObject({
    value: {
      config: {
        routing: { authorizedUsers: ['octocat'] },
        sessions: { agent: 'claude' },
        trust: { sharedIdentity: 'accept' },
      },
    },
  });
  expect(notes).toEqual([]);
  expect(next).toEqual([
    expect.stringContaining('git add .the-loop/harness-config.yaml'),
    expect.stringContaining('GH_TOKEN'),
    expect.stringContaining('the-loop graph start issue-'),
    expect.stringContaining('THE_LOOP_WEBHOOK_SECRET'),
    'the-loop up',
    expect.stringContaining('the-loop start'),
  ]);
});

it('changes nothing when it is run again with the same answers', async () => {
  const answers: InitAnswers = { authorizedUsers: ['octocat'], agent: 'codex', sharedIdentity: 'refuse' };
  const first = await planInit(answers, fresh);
  const found: InitFound = {
    checkout: { ...checkout, harness: { path: '/repo/.the-loop/harness-config.yaml', exists: true } },
    operator: { path: '/state/config.yaml', text: textOf(first.files[1]) },
  };
  for (const again of [answers, nothingSaid]) {
    const { files } = await planInit(again, found);
    expect(files.map(({ change }) => change)).toEqual(['unchanged', 'unchanged']);
  }
});

it('adds people to those who are there, whatever the case of their login, and keeps comments', async () => {
  const before = '# mine\nrouting:\n  authorizedUsers: [OctoCat] # me\n';
  const { files } = await planInit({ authorizedUsers: ['octocat', 'hubot'] }, withOperator(before));
  expect(files[1]).toMatchObject({ change: 'update' });
  expect(textOf(files[1])).toContain('# mine');
  expect(await parseOperatorConfig(textOf(files[1]), 'o')).toMatchObject({
    value: { config: { routing: { authorizedUsers: ['OctoCat', 'hubot'] } } },
  });
});

it('takes named owner and repository instead of the origin', async () => {
  const { files, notes } = await planInit(
    { ...nothingSaid, ticketRepository: { owner: 'acme', repo: 'tickets' } },
    fresh,
  );
  expect(textOf(files[0])).toContain("owner: 'acme'");
  expect(notes[0]).toMatch(/^acme\/tickets is not the origin: .*policy\.writableRepositories in \/state\/config\.yaml/);
  const listed = withOperator('policy:\n  writableRepositories: [Acme/Tickets]\n');
  const named = { ...nothingSaid, ticketRepository: { owner: 'acme', repo: 'tickets' } };
  expect((await planInit(named, listed)).notes.join()).not.toContain('is not the origin');
});

it('takes an agent that the file declares, and refuses one that nobody knows', async () => {
  const declared = "sessions:\n  agents:\n    mine: {command: ['mine']}\n";
  const { files } = await planInit({ ...nothingSaid, agent: 'mine' }, withOperator(declared));
  expect(textOf(files[1])).toContain('agent: mine');
  await expect(planInit({ ...nothingSaid, agent: 'mine' }, fresh)).rejects.toMatchObject({
    code: 'INIT_AGENT_UNKNOWN',
    message: expect.stringContaining('"mine"'),
  });
});

it('refuses a configuration that is not valid instead of editing it', async () => {
  await expect(planInit(nothingSaid, withOperator('routting: {}\n'))).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
});

it('says what is missing: a checkout, a repository, people, an agent', async () => {
  const outside = await planInit(nothingSaid, { ...fresh, checkout: null });
  expect(outside.files).toHaveLength(1);
  expect(outside.notes).toHaveLength(3);
  const unnamed = await planInit(nothingSaid, { ...fresh, checkout: { ...checkout, origin: null } });
  expect(unnamed.notes[0]).toContain('origin');
  const late = await planInit(
    { ...nothingSaid, ticketRepository: { owner: 'a', repo: 'b' } },
    {
      checkout: { origin: null, harness: { path: '/h', exists: true } },
      operator: { path: '/o', text: renderDefaultOperatorConfig() },
    },
  );
  expect(late.notes[0]).toContain('changed nothing in it: edit ticketing.github in /h');
  for (const { next } of [outside, unnamed]) {
    expect(next).not.toContain('the-loop up');
    expect(next.at(-1)).toContain('the-loop init --agent');
  }
});
