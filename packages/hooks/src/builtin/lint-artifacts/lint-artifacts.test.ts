import { describe, expect, it } from 'vitest';
import { lintArtifact } from '../../lint/lint-artifact.ts';
import { artifactContext, artifactVectors } from '../../testing/artifact-vectors.ts';
import { hookContext } from '../../testing/hook-context.ts';
import { lintArtifacts } from './lint-artifacts.ts';

describe('lintArtifact', () => {
  it.each(artifactVectors<{ findings: number }>('lint'))('$id', ({ input, expected }) => {
    expect(lintArtifact(input.text ?? '', input.options)).toHaveLength(expected.findings);
  });

  it.each([
    ['a directive of several lines', '%%{init: {\n  "theme": "dark"\n}}%%\nflowchart LR', []],
    ['a colon after the type', 'gitGraph:\n  commit', []],
    ['a longer word', 'graphite', ['LINT_DIAGRAM_TYPE']],
    ['a round label', 'flowchart LR\n  A("`x`")', ['LINT_DIAGRAM_BACKTICK']],
    ['an edge label', 'flowchart LR\n  A -->|"`x`"| B', ['LINT_DIAGRAM_BACKTICK']],
    ['open front matter', '---\ntitle: x\nflowchart LR', ['LINT_DIAGRAM_TYPE']],
  ])('reads %s', (_name, diagram, codes) => {
    expect(lintArtifact(`\`\`\`mermaid\n${diagram}\n\`\`\`\n`).map(({ code }) => code)).toEqual(codes);
  });

  it('measures lines outside code that can be broken', () => {
    const text = `${'a '.repeat(50)}\n${'a'.repeat(100)}\n\`\`\`\n${'a '.repeat(50)}\n\`\`\`\n`;
    expect(lintArtifact(text, { maxLineLength: 80 })).toMatchObject([{ code: 'LINT_LINE_LENGTH', line: 1 }]);
  });
});

describe('lint-artifacts', () => {
  it.each(artifactVectors<{ status: string }>('lintHook'))('$id', async ({ input, expected }) => {
    expect((await lintArtifacts.run(artifactContext(input))).status).toBe(expected.status);
  });

  it('looks at what the node produces, names line and file, and can leave diagrams alone', async () => {
    const files = { 'design.md': '# D\n\n```mermaid\nnope\n```\n' };
    const node = { produces: ['design.md'] };
    const { status, messages } = await lintArtifacts.run(hookContext({ files, node }));
    expect({ status, messages }).toMatchObject({
      status: 'block',
      messages: [{ path: 'docs/specs/issue-12/design.md', detail: '3' }],
    });
    expect((await lintArtifacts.run(hookContext({ files, node, params: { diagrams: false } }))).status).toBe('pass');
    expect(lintArtifacts.checkParams({ maxLineLength: 0 })).toHaveLength(1);
  });
});
