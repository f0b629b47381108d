import { expect } from 'chai';
import fc from 'fast-check';
import { contrastOf, textOn } from './brand.ts';

describe('the contrast of two colours', () => {
  it('is WCAG’s, whichever is named first', () => {
    for (const [one, other, ratio] of [
      ['#000000', '#ffffff', '21.00'],
      ['#ffffff', '#ffffff', '1.00'],
      ['#777777', '#ffffff', '4.48'],
      ['#767676', '#ffffff', '4.54'],
      ['#ff0000', '#ffffff', '4.00'],
      ['#0000ff', '#ffffff', '8.59'],
      ['#1a73e8', '#ffffff', '4.51'],
      ['#ffd400', '#000000', '14.67'],
    ] as const) {
      expect(contrastOf(one, other).toFixed(2), `${one} ${other}`).to.equal(ratio);
      expect(contrastOf(other, one)).to.equal(contrastOf(one, other));
    }
  });

  it('is at least AA’s between any ground and the text that is chosen for it', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(byte, byte, byte, (...parts) => {
        const ground = `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
        const { colour, contrast } = textOn(ground);
        return contrast >= 4.5 && contrast === contrastOf(ground, colour);
      }),
      { numRuns: 2_000 },
    );
    expect([textOn('#757575').colour, textOn('#ffd400').colour]).to.deep.equal(['#ffffff', '#000000']);
  });
});
