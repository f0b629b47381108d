import { expect } from 'chai';
import fc from 'fast-check';
import { findParts, type SearchedPart } from './find-parts.ts';

const part = (heading: string, text: string): SearchedPart => ({
  title: 'Guide',
  heading,
  at: `guide#${heading}`,
  text,
});
const parts = [
  part('Keys', 'A key has scopes. An Idempotency-Key is another thing.'),
  part('Scopes', 'What a key may do.'),
  part('Copies', 'A monkey has no scope.'),
];
const found = (typed: string) => findParts(parts, typed).map(({ part: { heading } }) => heading);

describe('the search of the guides', () => {
  it('finds parts with all words, headings and whole words first', () => {
    expect(found('key')).to.deep.equal(['Keys', 'Scopes', 'Copies']);
    expect(found('scopes KEY')).to.deep.equal(['Scopes', 'Keys']);
    expect(found('scopes')).to.deep.equal(['Scopes', 'Keys']);
    expect(found('nowhere key')).to.deep.equal([]);
    expect(found('  ')).to.deep.equal([]);
  });

  it('shows the place with what was typed', () => {
    const [first] = findParts(parts, 'idempotency-key');
    expect(first).to.include({ before: 'A key has scopes. An ', hit: 'Idempotency-Key', after: ' is another thing.' });
  });

  it('finds each word of a part, whatever its text holds, and shows text of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.string({ maxLength: 10 }), (text, typed) => {
        const one = part('One', text);
        for (const { before, hit, after } of findParts([one], typed))
          expect(text).to.contain((before + hit + after).replaceAll('…', ''));
        const [word] = text.trim().split(/\s+/);
        if (word && word.length > 1) expect(findParts([one], word)).to.have.length(1);
      }),
    );
  });
});
