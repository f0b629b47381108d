import { expect } from 'chai';
import fc from 'fast-check';
import { createDigester } from './index.ts';

describe('digester', () => {
  it('refuses an empty pepper', () => {
    expect(() => createDigester({ pepper: '' })).to.throw('empty');
  });

  it('depends on the pepper', () => {
    const [one, other] = [createDigester({ pepper: 'p1' }), createDigester({ pepper: 'p2' })];
    expect(one.keyed('api_key', 'x')).not.to.equal(other.keyed('api_key', 'x'));
    expect(one.sha256('x')).to.equal(other.sha256('x'));
  });

  it('never confuses one purpose and text with another', () => {
    const { keyed } = createDigester({ pepper: 'p' });
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (purposeA, textA, purposeB, textB) => {
        const same = purposeA === purposeB && textA === textB;
        expect(keyed(purposeA, textA) === keyed(purposeB, textB)).to.equal(same);
      }),
    );
    expect(keyed('ab', 'c')).not.to.equal(keyed('a', 'bc'));
  });
});
