import { expect, it } from 'vitest';
import { failureLines } from './failure-lines.ts';

const away = 'github.com could not be reached';

it('says nothing where nothing failed, whatever waits from before', () => {
  expect(failureLines({ unsaid: [], auditErrors: [], waiting: 3 })).toEqual([]);
});

it('is one line for one cause, however many hooks met it', () => {
  const unsaid = [
    { node: 'design', hook: 'set-phase-label', error: away },
    { node: 'design', hook: 'request-review', error: away },
    { node: 'design', hook: 'request-review', error: away },
    { node: 'design', hook: 'notify', error: 'nobody could be told' },
  ];
  expect(failureLines({ unsaid, auditErrors: [away, 'forbidden', 'forbidden'], waiting: 2 })).toEqual([
    `set-phase-label, request-review did not complete: ${away}`,
    'notify did not complete: nobody could be told',
    'could not post the audit comment: forbidden',
    'the work went on; 2 writes wait for another try',
  ]);
});
