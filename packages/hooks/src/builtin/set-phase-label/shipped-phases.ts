/** The phases of the shipped loops: a label of one may stay from the loop that an item left. */
export const SHIPPED_PHASES: readonly string[] = [
  'brainstorming',
  'cleanup',
  'complete',
  'design',
  'implementation',
  'needs-review',
  'phase-selection',
  'requirements-definition',
  'tasks-breakdown',
  'test-planning',
  'verification',
];
