import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { setKeys } from '../parse-config.ts';

const TEXT = `# The file
routing:
  # Logins
  authorizedUsers: []
  spawn: commanded # for now
service:
  port: 4114
`;

it('sets keys and keeps every comment', async () => {
  const edited = await setKeys(TEXT, [
    { keys: ['routing', 'authorizedUsers'], value: ['me'] },
    { keys: ['routing', 'spawn'], value: 'labeled' },
    { keys: ['trust', 'sharedIdentity'], value: 'accept' },
  ]);
  expect(edited).toBe(`# The file
routing:
  # Logins
  authorizedUsers: [me]
  spawn: labeled # for now
service:
  port: 4114
trust:
  sharedIdentity: accept
`);
});

it('loses no comment, wherever it stands', async () => {
  const text = '# 1\n\na: # 2\n  # 3\n  b: 1 # 4\n\n  # 5\n  c: [x, y] # 6\n# 7\nlist:\n- one # 8\n# 9\n';
  const edited = await setKeys(text, [
    { keys: ['a', 'b'], value: 2 },
    { keys: ['a', 'c'], value: ['z'] },
  ]);
  for (let n = 1; n <= 9; n += 1) expect(edited).toContain(`# ${n}\n`);
  expect(edited).toContain('list:\n- one');
});

it('removes keys, and is silent about those that are not there', async () => {
  const edited = await setKeys(TEXT, [
    { keys: ['service', 'port'], value: undefined },
    { keys: ['nothing', 'here'], value: undefined },
  ]);
  expect(parse(edited)).toEqual({ routing: { authorizedUsers: [], spawn: 'commanded' }, service: {} });
});

it('changes nothing the second time', async () => {
  const edits = [{ keys: ['service', 'port'], value: 5000 }];
  const once = await setKeys(TEXT, edits);
  expect(await setKeys(once, edits)).toBe(once);
});

it('fills a key that was written and left empty', async () => {
  expect(parse(await setKeys('service:\n', [{ keys: ['service', 'port'], value: 1 }]))).toEqual({
    service: { port: 1 },
  });
});

it.each([
  ['service: nope\n', ['service', 'port']],
  ['a: [1\n', ['service', 'port']],
  ['- a\n', ['service', 'port']],
  ['base: &b {port: 1}\nservice: *b\n', ['service', 'port']],
])('refuses to edit %j', async (text, keys) => {
  await expect(setKeys(text, [{ keys, value: 2 }])).rejects.toMatchObject({ code: 'CONFIG_EDIT_REFUSED' });
});

it('says what was asked, whatever the value', async () => {
  // As JSON writes it: a -0 is a 0 there.
  const value = fc
    .jsonValue({ maxDepth: 3 })
    .filter((each) => each !== null)
    .map((each) => JSON.parse(JSON.stringify(each)) as unknown);
  const name = fc.stringMatching(/^[a-z./-]{1,8}$/);
  await fc.assert(
    fc.asyncProperty(name, name, value, async (a, b, to) => {
      const edited = await setKeys(TEXT, [{ keys: ['new', a, b], value: to }]);
      expect((parse(edited) as Record<string, Record<string, Record<string, unknown>>>)['new']?.[a]?.[b]).toEqual(to);
      expect(edited).toContain('# for now');
    }),
    { numRuns: 100 },
  );
});
