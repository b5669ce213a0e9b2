import { expect, it } from 'vitest';
import { formatProblem } from '../document/config-problem.ts';
import { parseHarnessConfig } from '../parse-config.ts';
import { defaultHarnessConfig } from './harness-config.ts';
import { renderDefaultHarnessConfig } from './render-harness-config.ts';

async function read(text: string) {
  const parsed = await parseHarnessConfig(text, 'harness.yaml');
  return parsed.ok
    ? { config: parsed.value.config, warnings: parsed.value.warnings.map((each) => formatProblem(each)), problems: [] }
    : { config: null, warnings: [], problems: parsed.error.map((each) => formatProblem(each)) };
}

it('gives the defaults for an empty file', async () => {
  expect(await read('')).toEqual({ config: defaultHarnessConfig, warnings: [], problems: [] });
});

it('reads the file that init writes, with the repository in it', async () => {
  const { config, warnings } = await read(renderDefaultHarnessConfig({ owner: 'octo', repo: '1e3' }));
  expect(warnings).toEqual([]);
  expect(config).toEqual({
    ...defaultHarnessConfig,
    ticketing: { system: 'github', github: { owner: 'octo', repo: '1e3' } },
  });
});

it.each(["o'; x: y", '..', '-flag', 'a b'])('leaves both names out of the first file when one is %j', async (repo) => {
  const { config } = await read(renderDefaultHarnessConfig({ owner: 'octo', repo }));
  expect(config).toEqual(defaultHarnessConfig);
});

it('warns of unknown keys, names the nearest one and goes on', async () => {
  const { config, warnings } = await read('workflow:\n  spec_dir: specs\ntooling: {lint: x}\nguidance: Be brief.\n');
  expect(config).toEqual({ ...defaultHarnessConfig, guidance: 'Be brief.' });
  expect(warnings).toEqual([
    'harness.yaml:2:3: workflow.spec_dir: unknown key; did you mean "specDir"?',
    'harness.yaml:3:1: tooling: unknown key; known here: version, ticketing, workflow, notifications, graph, guidance',
  ]);
});

it.each([
  ['routing: {authorizedUsers: [mallory]}', 'routing', 'routing'],
  ['authorizedUsers: [mallory]', 'authorizedUsers', 'routing.authorizedUsers'],
  ['workflow: {authorizedUsers: [mallory]}', 'workflow.authorizedUsers', 'routing.authorizedUsers'],
  ['graph: {hooks: {sharedIdentity: accept}}', 'graph.hooks.sharedIdentity', 'trust.sharedIdentity'],
  ['webhooks: {allowUnsigned: true}', 'webhooks', 'webhooks'],
  ['service: {port: 1}', 'service', 'service'],
  ['sessions: {shareCredentials: true}', 'sessions', 'sessions'],
  ['ticketing: {keywords: {start: go}}', 'ticketing.keywords', 'routing.control.keywords'],
  ['verify: {command: [rm]}', 'verify', 'verify'],
  ['graphs: {pdlc: mine.yaml}', 'graphs', 'graphs'],
  ['policy: {}', 'policy', 'policy'],
])('refuses the operator key in "%s"', async (text, key, place) => {
  const { config, problems } = await read(text);
  expect(config).toBeNull();
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`: ${key}: refused: a repository may not set this; it belongs at ${place} in`);
});

it.each([
  '../outside',
  '/etc',
  'a/../b',
  'a//b',
  '.',
  '..',
  '.git/hooks',
  'C:\\x',
  'a\\b',
  '-rf',
  '~/specs',
  'a/',
  '.GIT',
])('A23: refuses "%s" as the directory of work items', async (specDir) => {
  const { problems } = await read(`workflow: {specDir: ${JSON.stringify(specDir)}}`);
  expect(problems).toHaveLength(1);
});

it.each(['', 'l', ':', 'loop', 'the-loop: auto-execute'])(
  'refuses "%s" as the prefix of phase labels',
  async (prefix) => {
    expect((await read(`workflow: {phaseLabelPrefix: ${JSON.stringify(prefix)}}`)).problems).not.toHaveLength(0);
  },
);

it.each(['loop:', 'phase/', 'p-', 'p_', 'p.'])('takes "%s" as the prefix of phase labels', async (prefix) => {
  const { config } = await read(`workflow: {phaseLabelPrefix: ${JSON.stringify(prefix)}}`);
  expect(config?.workflow.phaseLabelPrefix).toBe(prefix);
});

it('lists hooks of the repository and holds their declarations to their form', async () => {
  const { config } = await read(
    'graph: {hooks: {modules: [{path: hooks/a.ts}], attach: [{hook: x-a, node: design, with: {routing: 1}}]}}',
  );
  expect(config?.graph.hooks.attach).toEqual([{ hook: 'x-a', node: 'design', boundary: 'exit', with: { routing: 1 } }]);
  const wrong =
    'graph:\n  hooks:\n    modules: [{path: a.ts, module: b}, {path: ../a.ts}]\n    attach: [{hook: classify-feedback, node: design}]\n';
  expect((await read(wrong)).problems).toEqual([
    'harness.yaml:3:15: graph.hooks.modules[0]: expected either path or module',
    'harness.yaml:3:47: graph.hooks.modules[1].path: expected a path inside the repository, with forward slashes and without ..',
    'harness.yaml:4:21: graph.hooks.attach[0].hook: expected the name of a hook of this repository: x-…',
  ]);
});
