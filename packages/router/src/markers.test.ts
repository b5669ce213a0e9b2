import { expect, it } from 'vitest';
import { hasSelfMarker, SELF_MARKER } from './markers.ts';

it.each([
  [SELF_MARKER, true],
  [`x\n${SELF_MARKER}`, true],
  [`text ${SELF_MARKER} text`, true],
  [`> ${SELF_MARKER}\n${SELF_MARKER}`, true],
  [`> quoted\n> ${SELF_MARKER}\n\nno, stop`, false],
  ['<!-- the-loop -->', false],
  ['', false],
])('%j carries our mark: %s', (text, expected) => {
  expect(hasSelfMarker(text)).toBe(expected);
});
