import { type Graph, type GraphNode } from '@the-loop/graph-core';

/** A node with everything that a test does not mind. */
export function testNode(parts: Partial<GraphNode>): GraphNode {
  return {
    id: 'design',
    phase: '',
    actor: 'agent',
    session: 'new',
    command: '',
    stage: '',
    produces: [],
    required: false,
    optional: false,
    skippable: false,
    optIn: false,
    description: '',
    maxAttempts: 3,
    entry: [],
    exit: [],
    terminal: false,
    ...parts,
  };
}

/** A graph whose nodes follow each other. */
export function testGraph(name: string, nodes: readonly GraphNode[]): Graph {
  const edges = nodes.slice(1).map((node, index) => ({ from: nodes[index]?.id ?? '', to: node.id, on: 'pass' }));
  return { version: 1, name, start: nodes[0]?.id ?? '', skipSets: {}, nodes, edges };
}

/** The shipped loops as far as phase selection sees them: `!` protected, `?` opt-in, `.` terminal, otherwise skippable. */
const LOOPS: Readonly<Record<string, string>> = {
  'pdlc-work-item-loop':
    'phase-selection! brainstorming requirements-definition requirements-approval design design-critic-review? test-planning ' +
    'design-approval tasks-breakdown implementation verification self-review critic-review security-review evidence capability-docs ' +
    'reviewer-briefing human-approval complete. cleanup. escalated.',
  'pdlc-pr-loop':
    'implementation! verification! self-review! critic-review! security-review! reviewer-briefing! pr-approval! complete. escalated.',
  'pdlc-contribution-loop':
    'goal-definition! phase-selection! context-intake scoped-plan plan-approval implementation verification self-review critic-review ' +
    'security-review reviewer-briefing human-approval complete. cleanup. escalated.',
};

/** A shipped loop by name. */
export function loopNamed(name: string): Graph {
  const nodes = (LOOPS[name] ?? '').split(' ').map((word) => {
    const id = word.replace(/[!?.]$/, '');
    const mark = word.slice(id.length);
    return testNode({
      id,
      required: mark === '!',
      optIn: mark === '?',
      terminal: mark === '.',
      skippable: mark === '',
    });
  });
  return testGraph(name, nodes);
}
