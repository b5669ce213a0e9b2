import { expect } from 'vitest';
import { smallLoop } from './graphs.ts';
import { Walker } from './walker.ts';

/** An item of the small loop, at its start node. */
export function started(): Walker {
  const item = new Walker(smallLoop());
  item.start();
  return item;
}

/** The same item with both of its artifacts approved. */
export function atBuild(): Walker {
  const item = started();
  item.artifacts = { 'requirements.md': 'r1', 'design.md': 'd1' };
  item.select();
  item.advance();
  item.answer('approved');
  item.advance();
  item.answer('approved');
  expect(item.at).toBe('build');
  return item;
}
