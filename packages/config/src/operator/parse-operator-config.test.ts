import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ConfigProblem, formatProblem } from '../document/config-problem.ts';
import { parseOperatorConfig } from '../parse-config.ts';
import { defaultOperatorConfig } from './operator-defaults.ts';
import { renderDefaultOperatorConfig } from './render-operator-config.ts';

async function problemsOf(text: string): Promise<string[]> {
  const parsed = await parseOperatorConfig(text, 'config.yaml');
  return parsed.ok ? [] : parsed.error.map((each) => formatProblem(each));
}

async function configOf(text: string) {
  const parsed = await parseOperatorConfig(text, 'config.yaml');
  if (!parsed.ok) throw new Error(parsed.error.map((each: ConfigProblem) => formatProblem(each)).join('\n'));
  return parsed.value.config;
}

it.each(['', '{}', '# nothing but a comment\n', '\uFEFFversion: 1\n', 'routing:\nservice:\n'])(
  'gives the defaults for %j',
  async (text) => {
    expect(await configOf(text)).toEqual(defaultOperatorConfig);
  },
);

it('gives the defaults for the file that init writes', async () => {
  expect(await configOf(renderDefaultOperatorConfig())).toEqual(defaultOperatorConfig);
});

it('keeps the defaults beside what a file says', async () => {
  const config = await configOf(
    'routing:\n  authorizedUsers: [octo, "dependabot[bot]"]\n  control: {keywords: {do: "hey do it"}}\n',
  );
  expect(config.routing).toEqual({
    ...defaultOperatorConfig.routing,
    authorizedUsers: ['octo', 'dependabot[bot]'],
    control: { enabled: true, keywords: { ...defaultOperatorConfig.routing.control.keywords, do: 'hey do it' } },
  });
});

it('completes a host by its name and keeps github.com', async () => {
  const config = await configOf('integrations: {github: {hosts: {ghe.example.org: {transport: gh}}}}');
  expect(config.integrations.github.hosts).toEqual({
    'github.com': defaultOperatorConfig.integrations.github.hosts['github.com'],
    'ghe.example.org': {
      apiBase: 'https://ghe.example.org/api/v3',
      tokenEnv: ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'],
      transport: 'gh',
      binary: 'gh',
    },
  });
});

it('reads agents and channels', async () => {
  const config = await configOf(`
sessions:
  agent: scripted
  agents:
    scripted: { command: [node, agent.mjs, '{promptFile}', '--id={sessionId}'] }
notifications:
  channels:
    - { kind: webhook, name: team, urlEnv: TEAM_URL, events: [work-item-complete] }
    - { kind: log, name: log }
`);
  expect(config.sessions.agents['scripted']).toEqual({
    command: ['node', 'agent.mjs', '{promptFile}', '--id={sessionId}'],
    stdin: 'prompt',
    env: {},
    timeoutMinutes: 30,
  });
  expect(config.notifications.channels.map((channel) => channel.kind)).toEqual(['webhook', 'log']);
});

it('reports everything at once, in the order of the file, with line and column', async () => {
  const text = `routting: {}
service:
  port: abc
  hosst: 127.0.0.1
routing:
  spawn: sometimes
  maxConcurrent: 0
  authorizedUsers: [ok, '@no', 7]
spawn: always
`;
  expect(await problemsOf(text)).toEqual([
    'config.yaml:1:1: routting: unknown key; did you mean "routing"?',
    'config.yaml:3:9: service.port: expected a number, got text',
    'config.yaml:4:3: service.hosst: unknown key; did you mean "host"?',
    'config.yaml:6:10: routing.spawn: expected one of commanded, labeled, always, never, got text',
    'config.yaml:7:18: routing.maxConcurrent: expected a whole number from 1 to 256',
    'config.yaml:8:25: routing.authorizedUsers[1]: expected a login, without @ in front',
    'config.yaml:8:32: routing.authorizedUsers[2]: expected text, got a number',
    'config.yaml:9:1: spawn: unknown key here; it belongs at routing.spawn',
  ]);
});

it.each([
  ['- a\n- b\n', 'config.yaml:1:1: expected a mapping of keys, got a list'],
  ['just text', 'config.yaml:1:1: expected a mapping of keys, got text'],
  ['service: {port: 1}\nservice: {port: 2}\n', 'config.yaml:2:1: this key stands twice in one mapping'],
  ['version: 1\n---\nversion: 1\n', 'config.yaml:2:1: the file holds more than one document'],
  ['version: 2\n', 'config.yaml:1:10: version: expected one of 1, got a number'],
  ['service: !!js/function "x"\n', 'config.yaml:1:10: this is not valid YAML (tag resolve failed)'],
  ['sessions: {agents: {a: {}}}', 'config.yaml:1:21: sessions.agents.a.command: this key is required'],
  [
    'sessions: {agent: b, agents: {a: {command: [x]}}}',
    'config.yaml:1:12: sessions.agent: names no entry of sessions.agents (declared: a)',
  ],
  [
    "sessions: {agents: {a: {command: ['x', '{prompt}']}}}",
    'config.yaml:1:40: sessions.agents.a.command[1]: unknown placeholder; known are {promptFile}, {sessionId}, {workItem}',
  ],
  [
    'service: {host: 0.0.0.0}\nwebhooks: {allowUnsigned: true}',
    'config.yaml:2:12: webhooks.allowUnsigned: only allowed where service.host is a loopback address',
  ],
  [
    'integrations: {github: {hosts: {ghe.example.org: {apiBase: "http://ghe.example.org/api/v3"}}}}',
    'config.yaml:1:51: integrations.github.hosts.ghe.example.org.apiBase: expected https; http is only allowed for a loopback address',
  ],
  [
    'integrations: {github: {hosts: {github.com: {app: {id: 1, privateKeyEnv: KEY}}}}}',
    'config.yaml:1:46: integrations.github.hosts.github.com.app.installationId: this key is required',
  ],
  [
    'integrations: {github: {hosts: {github.com: {app: {id: 1, installationId: 2}}}}}',
    'config.yaml:1:46: integrations.github.hosts.github.com.app: expected either privateKeyEnv or privateKeyPath',
  ],
  [
    'routing: {control: {keywords: {do: The-Loop START}}}',
    'config.yaml:1:32: routing.control.keywords.do: is also the phrase of "start"',
  ],
  [
    'notifications: {channels: [{kind: log, name: a}, {kind: log, name: a}]}',
    'config.yaml:1:62: notifications.channels[1].name: another channel has this name',
  ],
  [
    'notifications: {channels: [{kind: fax, name: a}]}',
    'config.yaml:1:35: notifications.channels[0].kind: expected one of log, webhook, got text',
  ],
  ['polling: {enabled: true}', 'config.yaml:1:11: polling.enabled: polls nothing while polling.repositories is empty'],
  [
    'polling: {repositories: [octo/app, ../etc]}',
    'config.yaml:1:36: polling.repositories[1]: expected owner/repo, or host/owner/repo',
  ],
  [
    'polling: {repositories: [ghe.example.org/octo/app]}',
    'config.yaml:1:26: polling.repositories[0]: names a host that is no entry of integrations.github.hosts',
  ],
  [
    'polling: {intervalSeconds: 0}',
    'config.yaml:1:28: polling.intervalSeconds: expected a whole number from 1 to 86400',
  ],
])('refuses %j', async (text, problem) => {
  expect(await problemsOf(text)).toEqual([problem]);
});

it('polls what the operator names, on any configured host', async () => {
  const hosts = 'integrations: {github: {hosts: {ghe.example.org: {}}}}';
  const { polling } = await configOf(
    `polling: {enabled: true, repositories: [octo/app, ghe.example.org/octo/app]}\n${hosts}\n`,
  );
  expect(polling).toEqual({
    enabled: true,
    intervalSeconds: 60,
    repositories: ['octo/app', 'ghe.example.org/octo/app'],
    gapFill: true,
  });
});

it.each([
  ['webhooks: {secretEnv: ghp_abcdefghijklmnopqrstuvwxyz0123456789}'],
  ['workspace: {remotes: {octo/app: "https://me:hunter2hunter2@example.org/app.git"}}'],
  ['integrations: {github: {hosts: {github.com: {apiBase: "https://t0ps3cr3t@api.github.com"}}}}'],
])('refuses a secret in place of its name, without repeating it: %s', async (text) => {
  const [problem, ...others] = await problemsOf(text);
  expect(others).toEqual([]);
  expect(problem).not.toMatch(/ghp_abc|hunter2|t0ps3cr3t/);
});

it.each(['-upload-pack=x', 'ext::sh -c id', 'relative/path', '../up', 'javascript:alert(1)'])(
  'refuses to clone from "%s"',
  async (remote) => {
    const [problem] = await problemsOf(`workspace: {remotes: {octo/app: ${JSON.stringify(remote)}}}`);
    expect(problem).toContain('expected a URL');
  },
);

it('refuses a file whose anchors explode', async () => {
  const rows = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let row = 1; row < 8; row += 1) {
    const uses = Array.from({ length: 10 }, () => `*a${row - 1}`).join(', ');
    rows.push(`a${row}: &a${row} [${uses}]`);
  }
  expect(await problemsOf(rows.join('\n'))).toEqual([
    'config.yaml:1:1: an anchor is used too often or points to itself',
  ]);
});

it('does not let a key reach the prototype', async () => {
  const [problem] = await problemsOf('__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}');
  expect(problem).toContain('unknown key');
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

it('answers every text with a configuration or with problems inside the file', async () => {
  const line = fc.oneof(
    fc.constantFrom(
      'routing:',
      '  spawn: always',
      'service: {port: 80}',
      '- a',
      '  - b',
      'x: &a [*a]',
      '!!x y',
      '\tz: 1',
      '? k',
      '{',
      'a: "',
    ),
    fc.string({ maxLength: 20 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
      const parsed = await parseOperatorConfig(lines.join('\n'), 'config.yaml');
      if (parsed.ok) return;
      expect(parsed.error.length).toBeGreaterThan(0);
      for (const problem of parsed.error) {
        expect(problem.line).toBeGreaterThanOrEqual(1);
        expect(problem.message).not.toBe('');
      }
    }),
    { numRuns: 300 },
  );
});
