import { expect } from 'chai';
import fc from 'fast-check';
import { cut, longestFirst, pieceSeconds } from './test-parts.ts';

const times = { a: 30, b: 1, c: 1, d: 1, e: 27 };

describe('the parts of a test run', () => {
  it('are cut where they are long, by measured time, in the order of their files', () => {
    const pieces = cut({ name: 'core', files: ['a', 'b', 'c', 'd', 'e'] }, times, 30);
    expect(pieces).to.deep.equal([
      { name: 'core (1 of 2)', files: ['a'] },
      { name: 'core (2 of 2)', files: ['b', 'c', 'd', 'e'] },
    ]);
    expect(cut({ name: 'core', files: ['b', 'c'] }, times, 30)).to.deep.equal([{ name: 'core', files: ['b', 'c'] }]);
  });

  it('hold every file once, however they are cut', () => {
    const file = fc.record({ name: fc.uuid(), seconds: fc.option(fc.double({ min: 0, max: 50, noNaN: true })) });
    const files = fc.uniqueArray(file, { selector: ({ name }) => name, minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(files, fc.integer({ min: 1, max: 60 }), (given, most) => {
        const names = given.map(({ name }) => name);
        const measured = Object.fromEntries(given.flatMap(({ name, seconds }) => (seconds ? [[name, seconds]] : [])));
        const pieces = cut({ name: 'all', files: names }, measured, most);
        expect(pieces.flatMap((piece) => piece.files)).to.deep.equal(names);
        expect(pieces.every((piece) => piece.files.length > 0)).to.equal(true);
      }),
    );
  });

  it('come the longest first, and one that nobody measured counts', () => {
    const parts = [['b'], ['a'], ['new', 'newer', 'newest']].map((files) => ({ name: String(files), files }));
    expect(longestFirst(parts, times).map(({ name }) => name)).to.deep.equal(['a', 'new,newer,newest', 'b']);
    expect(pieceSeconds(parts, { ...times, a: 1600 })).to.be.within(100, 101);
  });
});
