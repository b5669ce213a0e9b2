import { describe, expect, it } from 'vitest';
import { type ContextParts, hookContext } from '../../testing/hook-context.ts';
import { deliverAssignment } from './deliver-assignment.ts';

const assign = async (parts: ContextParts) => {
  const { effects } = await deliverAssignment.run(hookContext(parts));
  const [effect] = effects ?? [];
  return effect?.kind === 'assignment' ? effect : null;
};

describe('deliver-assignment', () => {
  it('says what to produce, where to discuss it, what the gate checks, and how to claim', async () => {
    const assignment = await assign({
      node: {
        id: 'requirements-definition',
        phase: 'requirements-definition',
        command: 'new-requirement',
        produces: ['requirements.md|bugfix.md'],
        exit: [
          { hook: 'validate-artifacts', with: { locked: true, sections: ['Requirements', 'Security considerations'] } },
        ],
      },
      state: { surface: 'work-item' },
      files: { 'requirements.md': '---\nriskTier: 4\n---\n' },
    });
    expect(assignment).toEqual({
      kind: 'assignment',
      node: 'requirements-definition',
      human: false,
      text: [
        'Work item: issue-12 (test).',
        'Node: requirements-definition (phase requirements-definition). Risk tier: 4.',
        'Produce in docs/specs/issue-12/: requirements.md or bugfix.md.',
        'Discuss the documents on the ticket; open no pull request for them.',
        'Run: /the-loop:new-requirement issue-12',
        'The gate checks:',
        '- validate-artifacts (locked: true; sections: Requirements, Security considerations)',
        'When the work of this node is done, commit it together with graph-state.json, then claim it: the-loop graph complete issue-12 --node requirements-definition',
        'A claim carries no verdict: the gate decides from what is checked in.',
      ].join('\n'),
    });
  });

  it.each([
    [{ id: 'issue-12', pr: 7 }, 'the-loop graph complete issue-12 --pr 7'],
    [{ id: 'issue-12', pr: 7, prRepo: 'octo/infra' }, 'the-loop graph complete issue-12 --pr 7 --pr-repo octo/infra'],
  ])('claims the inner loop of %j', async (address, command) => {
    const text = (await assign({ address, state: { surface: 'pull-request' } }))?.text ?? '';
    expect(text).toContain(`claim it: ${command} --node `);
    expect(text).toContain('an inner loop has no other place');
  });

  it('tells an agent not to claim a gate for people', async () => {
    const assignment = await assign({ node: { actor: 'human' } });
    expect(assignment).toMatchObject({ human: true });
    expect(assignment?.text).toContain('Do not claim it');
    expect(assignment?.text).not.toContain('graph complete');
  });

  it('speaks of the pull request where the signed selection put the documents', async () => {
    const text = (await assign({ node: { produces: ['design.md'] }, state: { surface: 'pull-request' } }))?.text;
    expect(text).toContain('on a pull request in this repository');
  });
});
