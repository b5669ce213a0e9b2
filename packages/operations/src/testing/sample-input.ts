/** What each verb that is about an item needs beside the item, by name. */
export const sampleInput: Readonly<Record<string, object>> = {
  check: {},
  'gate.answer': { answer: 'approve' },
  'gate.show': {},
  'graph.abandon': { reason: 'r' },
  'graph.advance': {},
  'graph.complete': {},
  'graph.force': { to: 'design', reason: 'r' },
  'graph.migrate': { to: 'pdlc-adhoc-loop' },
  'graph.run': {},
  'graph.show': {},
  'graph.skip': { node: ['design'], reason: 'r' },
  'graph.start': {},
  'graph.status': {},
  'graph.unskip': { node: ['design'], reason: 'r' },
};
