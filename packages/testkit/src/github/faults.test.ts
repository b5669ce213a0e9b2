import { expect, it } from 'vitest';
import { Faults, type FaultTarget } from './faults.ts';

const sent = (body: string): FaultTarget => ({
  method: 'POST',
  path: '/graphql',
  login: 'octo-bot',
  operation: 'add-reaction',
  body,
});

it('with firstTries hits different bodies, each once', () => {
  const faults = new Faults();
  faults.add({ behaviour: 'unavailable', times: 2, firstTries: true });
  expect(['a', 'a', 'b', 'b', 'c'].map((body) => faults.take(sent(body))?.kind)).toEqual([
    'status',
    undefined,
    'status',
    undefined,
    undefined,
  ]);
});

it('hits one body several times by several rules, one after another', () => {
  const faults = new Faults();
  faults.add({ behaviour: 'reset-before', firstTries: true });
  faults.add({ behaviour: 'cut', firstTries: true });
  expect(['a', 'a', 'a'].map((body) => faults.take(sent(body))?.kind)).toEqual(['reset', 'cut', undefined]);
});

it('hits only what holds the wanted text', () => {
  const faults = new Faults();
  faults.add({ match: { operation: 'add-reaction', body: '"IC_1"' }, behaviour: 'cut' });
  expect([sent('{"id":"IC_12"}'), sent('{"id":"IC_1"}')].map((each) => faults.take(each)?.kind)).toEqual([
    undefined,
    'cut',
  ]);
});

it('asks a function when it strikes', () => {
  const faults = new Faults();
  let ms = 1;
  faults.add({ behaviour: () => ({ kind: 'delay', ms }) });
  ms = 2;
  expect(faults.take(sent(''))).toEqual({ kind: 'delay', ms: 2 });
});
