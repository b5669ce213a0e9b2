import { describe, expect, it } from 'vitest';
import { remember } from './remember.ts';

function counted() {
  const asked: string[] = [];
  return { asked, read: remember((text) => [asked.push(text)]) };
}

describe('a remembered reading', () => {
  it('reads a text once', () => {
    const { asked, read } = counted();
    expect(read('a')).toBe(read('a'));
    expect(asked).toEqual(['a']);
  });

  it('forgets the oldest of many texts, and no other', () => {
    const { asked, read } = counted();
    const texts = Array.from({ length: 13 }, (_, index) => `text ${index}`);
    texts.forEach(read);
    texts.slice(1).forEach(read);
    expect(asked).toHaveLength(13);
    read('text 0');
    expect(asked).toHaveLength(14);
  });

  it('keeps no text that is very long', () => {
    const { asked, read } = counted();
    const long = 'x'.repeat(131_073);
    read(long);
    read(long);
    expect(asked).toHaveLength(2);
  });
});
