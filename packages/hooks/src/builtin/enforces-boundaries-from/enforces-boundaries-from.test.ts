import { describe, expect, it } from 'vitest';
import { artifactContext, artifactVectors } from '../../testing/artifact-vectors.ts';
import { hookContext } from '../../testing/hook-context.ts';
import { enforcesBoundariesFrom } from './enforces-boundaries-from.ts';

const params = { upstream: 'requirements.md|bugfix.md', markers: ['trust boundary', 'abuse case'] };
const missing = async (requirements: string, design: string) => {
  const files = {
    'requirements.md': `## Security considerations\n\n${requirements}\n`,
    'design.md': `## Security design\n\n${design}\n`,
  };
  const { data } = await enforcesBoundariesFrom.run(hookContext({ files, params, node: { produces: ['design.md'] } }));
  return data?.['missing'] ?? [];
};

describe('enforces-boundaries-from', () => {
  it.each(artifactVectors<{ status: string; missing?: string[] }>('boundaries'))('$id', async ({ input, expected }) => {
    const { status, data } = await enforcesBoundariesFrom.run(artifactContext(input));
    expect({ status, missing: data?.['missing'] }).toEqual({ status: expected.status, missing: expected.missing });
  });

  it.each([
    [
      'a denial answers nothing',
      'One trust boundary.',
      'We did not consider any trust boundary or abuse case.',
      ['trust boundary'],
    ],
    ['a denial demands nothing', 'There is no new trust boundary.', 'Nothing.', []],
    ['a bare number answers nothing', '- TB-1: webhook', '- TB-1', ['TB-1']],
    ['a number in prose demands nothing', 'see TB-9 of the other item; one abuse case', 'One abuse case: refused.', []],
    ['a heading demands', '### AC-2 forged input', 'AC-2: test_forged refuses it', []],
  ])('%s', async (...[, requirements, design, expected]) => {
    expect(await missing(requirements, design)).toEqual(expected);
  });

  it('skips without an upstream document, and blocks on one that is no text', async () => {
    const node = { produces: ['design.md'] };
    expect((await enforcesBoundariesFrom.run(hookContext({ params, node }))).status).toBe('skip');
    expect((await enforcesBoundariesFrom.run(hookContext({ params, node, files: { 'bugfix.md': null } }))).status).toBe(
      'block',
    );
  });
});
