import { type Sections } from './document.ts';

/** What a document of each name says when the scripted agent writes it. */
export interface ArtifactContents {
  readonly title: string;
  readonly sections: Sections;
}

/** Sections of the documents that nodes produce, by file name. Boundaries of the requirements reappear in the design. */
export const artifactContents: Readonly<Record<string, ArtifactContents>> = {
  'brainstorm.md': {
    title: 'Brainstorm',
    sections: {
      'Problem / opportunity': 'People do by hand what a small change could do for them.',
      'Open questions': 'Which of two readings is meant is decided in the requirements.',
    },
  },
  'requirements.md': {
    title: 'Requirements',
    sections: {
      Requirements: '- R-1: the change does what the ticket asks.\n- R-2: wrong input is refused with a reason.',
      'Security considerations':
        '- TB-1 (trust boundary): text from the ticket enters the program.\n- AC-1 (abuse case): someone sends input made to break out.',
    },
  },
  'bugfix.md': {
    title: 'Bug fix',
    sections: {
      Requirements: '- R-1: the fault the ticket describes no longer happens.',
      'Security considerations':
        '- TB-1 (trust boundary): the failing input.\n- AC-1 (abuse case): the fault provoked on purpose.',
    },
  },
  'design.md': {
    title: 'Design',
    sections: {
      Architecture:
        'One new function between reading and writing.\n\n```mermaid\nflowchart LR\n  input --> check --> output\n```',
      'Security design':
        '- TB-1 (trust boundary): input is parsed once, at the edge.\n- AC-1 (abuse case): what does not parse is refused; test "refuses broken input".',
      'Testing strategy': 'A table of inputs and answers, and one test per refusal.',
    },
  },
  'testing-plan.md': {
    title: 'Testing plan',
    sections: {
      'Test matrix': '- [ ] TC-1: usual input (R-1)\n- [ ] TC-2: broken input (R-2, AC-1)',
      'Verification environment': 'A clean checkout on Linux.',
      'Evidence plan': 'The output of the test run is kept with the results.',
      'Verification results': 'The tests have not been run at this point of the plan.',
    },
  },
  'tasks.md': {
    title: 'Tasks',
    sections: { 'Task list': '- [ ] 1. Write the function (R-1)\n- [ ] 2. Refuse broken input (R-2)' },
  },
  'contribution.md': {
    title: 'Contribution',
    sections: {
      Goal: 'The change that the ticket asks for is merged.',
      'Success criteria': '- [ ] the usual input works\n- [ ] broken input is refused',
      Context: 'The function that reads the input, and its tests.',
      Approach: 'Check first, then convert.',
      'Verification plan': 'Run the tests on a clean checkout.',
      'Verification results': 'The tests have not been run at this point of the plan.',
    },
  },
};

/** Sections of the execution log that a node has to fill, by node. */
export const logSections: Readonly<Record<string, readonly string[]>> = {
  verification: ['Verification results'],
  'design-critic-review': ['Design critic review'],
  'self-review': ['Review cycles'],
  'critic-review': ['Review cycles'],
  'security-review': ['Security review (gate)'],
  evidence: ['Final validation evidence'],
  'capability-docs': ['Capability docs', 'Documentation'],
  'reviewer-briefing': ['Pull requests'],
};
