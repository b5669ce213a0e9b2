import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operativeText } from './operative-text.ts';

const lines = (text: string) =>
  operativeText(text)
    .split('\n')
    .filter((line) => line.trim() !== '');

describe('operativeText', () => {
  it.each([
    ['plain text', 'approved\r\nthanks', ['approved', 'thanks']],
    ['an HTML comment', '<!-- approved -->', []],
    ['a comment over lines', '<!--\nthe-loop start\n\nmore\n-->\nhello', ['hello']],
    ['an open comment', 'hello\n\n<!-- approved\n\nthe-loop start', ['hello']],
    ['text after a comment', '<!-- a --> approved', [' approved']],
    ['a comment in a line', 'not <!-- really --> approved', ['not  approved']],
    ['a comment in a table', '| a |\n|---|\n| x <!-- approved --> |', ['| a |', '|---|', '| x  |']],
    ['a comment mark in code', 'why `<!--` here?\n\napproved', ['why `<!--` here?', 'approved']],
    ['an unclosed mark in a sentence', 'why <!-- here?\n\nthe-loop start', ['why <!-- here?', 'the-loop start']],
    ['details', '<details>\n<!-- x -->\n\napproved\n\n</details>', ['<details>', 'approved', '</details>']],
    ['a fence', '```\napproved\n```\nno', ['no']],
    ['a longer fence', '````\n```\napproved\n```\n````\nno', ['no']],
    ['a tilde fence', '~~~ text\napproved\n~~~\nno', ['no']],
    ['an open fence', 'no\n```\napproved', ['no']],
    ['a fence in a list', '- no\n  ```\n  approved\n  ```', ['- no']],
    ['indented code', 'no\n\n    approved', ['no']],
    ['inline code', 'run `the-loop start`', ['run `the-loop start`']],
    ['a quote', '> approved\n\nno', ['no']],
    ['the line after a quote', '> approved\nno', ['no']],
    ['a quote in a quote', '>> approved\n> also\nno', ['no']],
    ['a quote in a list', '- > approved\n- no', ['- no']],
    ['a fence in a quote', '> ```\nno\n> ```', ['no']],
    ['a comment mark in a quote', '> <!--\n\nno', ['no']],
    ['a mail', 'no\n\nOn Mon, 2 Mar 2026 at 10:00, Bob <bob@example.com> wrote:\n> approved\n\napproved', ['no']],
    ['a wrapped mail', 'no\n\nOn Mon, 2 Mar 2026 at 10:00, Bob\n<bob@example.com> wrote:\n\napproved', ['no']],
    ['a forwarded mail', 'no\n-----Original Message-----\napproved', ['no']],
    ['a signature', 'no\n-- \napproved', ['no']],
    ['an HTML quote', '<blockquote>approved</blockquote>\n\nno', ['no']],
    ['an HTML quote with blank lines', 'no\n\n<blockquote>\n\napproved\n\n</blockquote>\n\nyes', ['no', 'yes']],
    ['an HTML quote in an HTML quote', '<BLOCKQUOTE>\n\n<blockquote>a</blockquote>\n\nb\n\n</blockquote> no', [' no']],
    ['an open HTML quote', 'no\n\n<blockquote class="x">\napproved\n\nthe-loop stop', ['no', 'the-loop stop']],
    ['an open block', 'no\n\n<pre> tag is missing\napproved\n\ndo not merge', ['no', 'do not merge']],
    ['an open tag in a line', 'Use Array<s> here\nand there\n\nthe-loop stop', ['Use Array', 'the-loop stop']],
    ['an open tag in a list', '- Array<s> here\n- the-loop stop', ['- Array', '- the-loop stop']],
    ['a closed tag after an open one', 'Array<s> a\n\n<s>lgtm</s> no', ['Array', ' no']],
    ['a closed tag after an open one of another name', 'Array<s> a\n\n<pre>lgtm\n\n</pre> no', ['Array', ' no']],
    ['an escaped tag', 'the \\<pre> tag\n\nno', ['the \\<pre> tag', 'no']],
    ['a tag after an escaped backslash', 'a \\\\<s>lgtm</s> no', ['a \\\\ no']],
    ['an HTML quote in a line', 'no <blockquote>approved</blockquote> yes', ['no  yes']],
    ['preformatted text', '<pre>\napproved\n\nthe-loop start\n</pre>\nno', ['no']],
    ['preformatted text in a paragraph', 'see <pre>a\n\nthe-loop start\n\n</pre>\n\nno', ['see ', 'no']],
    ['struck HTML', '<del>\n\napproved\n\n</del>\n\n<s>lgtm</s> no', [' no']],
    ['a tag in inline code', 'why `<pre>` here?\n\napproved', ['why `<pre>` here?', 'approved']],
    ['a tag of another name', '<summary>a</summary>\n\n<span>b</span>', ['<summary>a</summary>', '<span>b</span>']],
    ['an end tag alone', 'no</pre>\n\napproved', ['no</pre>', 'approved']],
    ['an HTML quote that a quote holds', '> <blockquote>\n\nno', ['no']],
    ['Outlook', 'no\n\nFrom: Bob <bob@example.com>\nSent: Monday\nTo: x\nSubject: y\n\napproved', ['no']],
    ['Outlook in bold', 'no\n\n**From:** Bob\n**Sent:** 2 March\n**Subject:** y\n\napproved', ['no']],
    ['Outlook in another order', 'no\nFrom: Bob\nCc: x@example.com\nSubject: y\n\napproved', ['no']],
    ['Outlook in German', 'no\n\nVon: Bob\nGesendet: Montag, 2. März\n\napproved', ['no']],
    ['one header line only', 'From: the top\napproved', ['From: the top', 'approved']],
    ['two lines that look like headers', 'From: a\nTo: b\nthe-loop stop', ['From: a', 'To: b', 'the-loop stop']],
    ['headers of nobody', 'From: a\nTo: b\nDate: soon\napproved', ['From: a', 'To: b', 'Date: soon', 'approved']],
    ['header lines in a sentence', 'Subject: x\nTo: y\napproved', ['Subject: x', 'To: y', 'approved']],
    ['a French mail', 'no\n\nLe lun. 2 mars 2026 à 10:00, Bob a écrit\u00A0:\n\napproved', ['no']],
    ['a German mail', 'no\n\nAm Mo., 2. März 2026 um 10:00 Uhr schrieb Bob <b@example.com>:\n\napproved', ['no']],
    ['a wrapped German mail', 'no\n\nAm 2. März 2026 um 10:00 schrieb Bob\n<b@example.com>:\n\napproved', ['no']],
    ['a Spanish mail', 'no\n\nEl lun, 2 mar 2026 a las 10:00, Bob escribió:\n\napproved', ['no']],
    ['an Italian mail', 'no\n\nIl giorno 2 mar 2026 Bob ha scritto:\n\napproved', ['no']],
    [
      'words that look like a mail',
      'On reflection, what I wrote:\napproved',
      ['On reflection, what I wrote:', 'approved'],
    ],
  ])('reads %s', (_name, text, expected) => {
    expect(lines(text)).toEqual(expected);
  });

  it('keeps the number of each line', () => {
    expect(operativeText('> a\n<!--\nb\n-->\nc')).toBe('\n\n\n\nc');
  });

  const markup = fc.string({
    unit: fc.constantFrom(
      '<!--',
      '-->',
      '`',
      '```',
      '~~~',
      '>',
      '- ',
      '\n',
      ' ',
      'a',
      '    ',
      '|',
      '<b>',
      '<pre>',
      '</pre>',
      '1. ',
      '\\',
    ),
  });

  it('never throws, never adds a line or a word, and leaves no closed comment at the start of a line', () => {
    fc.assert(
      fc.property(markup, (text) => {
        const operative = operativeText(text).split('\n');
        const original = text.split('\n');
        expect(operative.length).toBeLessThanOrEqual(original.length);
        for (const [index, line] of operative.entries())
          expect(line.length).toBeLessThanOrEqual(original[index]?.length ?? 0);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '>',
    '`',
    '<!--',
    '- ',
    '<a ',
    '[',
    '~~~\n',
    '> - ',
    '``` `',
    '<!-- -->',
    '*',
    '|a',
    '\n    ',
    'On 1 wrote:',
    '1. ',
    '</',
    '<pre>',
    '<pre ',
    '</pre>`',
    '<s>`<s>``',
    '<blockquote></blockquote>',
    'From:\n',
    'From:\nTo:\n',
    '\\',
    '\\<s>',
    '<s>\n\n',
    '- <s>\n',
    '<s>\n',
    'Am 1 schrieb a\n',
    'schrieb a',
  ])('reads 65,536 characters of "%s" in linear time', (piece) => {
    const text = piece.repeat(Math.ceil(65_536 / piece.length));
    const started = performance.now();
    operativeText(text);
    expect(performance.now() - started).toBeLessThan(1_500);
  });
});
