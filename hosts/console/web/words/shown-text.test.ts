import { expect } from 'chai';
import fc from 'fast-check';
import { shownIn, shownLine, shownText } from './shown-text.ts';

describe('a text of a stranger', () => {
  const shown: readonly (readonly [text: string, shown: string])[] = [
    ['Bench, 2 m – “oak”', 'Bench, 2 m – “oak”'],
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
    ['ערב טוב and 北京', 'ערב טוב and 北京'],
    ['Pay \u202e0001', 'Pay ⟨U+202E⟩0001'],
    ['a\u200bb\u2060c', 'a⟨U+200B⟩b⟨U+2060⟩c'],
    ['go\u{e0061}\u{e0062}\u{e0063}!', 'go⟨3 hidden characters⟩!'],
    ['\u001b[31mred', '⟨U+001B⟩[31mred'],
    ['one\u2028two', 'one⟨U+2028⟩two'],
    ['half \ud800 of one', 'half ⟨U+D800⟩ of one'],
    ['Hangul\u3164filler', 'Hangul⟨U+3164⟩filler'],
    ['<b onmouseover="x">bold</b>', '<b onmouseover="x">bold</b>'],
  ];
  for (const [text, words] of shown) {
    it(`is shown as ${JSON.stringify(words)}`, () => {
      expect(shownText(text)).to.equal(words);
    });
  }

  it('never shows what turns a line or is not seen', () => {
    const nasty = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(nasty, (text) => !/[\p{Bidi_Control}\p{Cf}\p{Cs}]/u.test(shownText(text))),
      {
        numRuns: 300,
      },
    );
  });

  it('is one line of a bounded length in a row', () => {
    expect(shownLine('  two\n\n lines ')).to.equal('two lines');
    expect(shownLine('x'.repeat(300), 10)).to.equal(`${'x'.repeat(10)}…`);
    expect(shownLine('🪑'.repeat(11), 10)).to.equal(`${'🪑'.repeat(10)}…`);
  });

  it('is shown so everywhere in a document', () => {
    const document = { 'a\u200b': ['b\u202e', 1, null, { c: 'd' }] };
    expect(shownIn(document)).to.deep.equal({ 'a⟨U+200B⟩': ['b⟨U+202E⟩', 1, null, { c: 'd' }] });
  });
});
