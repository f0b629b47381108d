import { expect } from 'chai';
import fc from 'fast-check';
import { isRoundingOf } from './could-be.ts';

describe('an amount as it was kept', () => {
  const rows: readonly (readonly [number, number, number, boolean])[] = [
    [10, 10.0, 2, true],
    [0.3, 0.1 + 0.2, 2, true],
    [1.2345, 1.2345, 2, true],
    [1.23, 1.2345, 2, true],
    [1.23, 1.2345, 4, false],
    [1.2346, 1.23455, 4, true],
    [1.2345, 1.23455, 4, true],
    [50, 50.0001, 4, false],
    [50, 50.00001, 4, true],
    [50.00001, 50, 4, false],
    [10.1, 10.11, 2, false],
    [1.24, 1.2345, 2, false],
    [-5, 5, 2, false],
    [1e21, 1e21, 2, true],
  ];
  for (const [kept, sent, places, expected] of rows) {
    it(`${kept} is ${expected ? '' : 'not '}${sent} to ${places} places`, () => {
      expect(isRoundingOf(kept, sent, places)).to.equal(expected);
    });
  }

  it('is any sent amount rounded to two or four places, and none that is off by one of the last', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.constantFrom(2, 4), (millionths, places) => {
        const sent = millionths / 1e6;
        const kept = Number(sent.toFixed(places));
        expect(isRoundingOf(kept, sent, places)).to.equal(true);
        expect(isRoundingOf(Number((kept + 2 / 10 ** places).toFixed(places)), sent, places)).to.equal(false);
      }),
    );
  });
});
