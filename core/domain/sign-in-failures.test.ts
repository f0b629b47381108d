import { expect } from 'chai';
import fc from 'fast-check';
import { type FailedTries, lockedSeconds, signInBound, withoutTry, withTry } from './failed-tries.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const windowSeconds = 15 * 60;

/** Tries a wrong password at each of these seconds unless locked; returns the seconds of the tries made. */
function tried(seconds: readonly number[]): readonly number[] {
  let seen: FailedTries = [];
  return seconds.filter((second) => {
    if (lockedSeconds(seen, at(second), signInBound) > 0) return false;
    seen = withTry(seen, at(second), signInBound);
    return true;
  });
}

describe('failed sign-ins', () => {
  it('lock with the tenth, for fifteen minutes to the millisecond', () => {
    const ten = Array.from({ length: 10 }, (_, i) => i * 60);
    expect(tried([...ten, 541, 541 + windowSeconds - 2])).to.deep.equal(ten);
    const seen = ten.map(at);
    expect(lockedSeconds(seen, at(540), signInBound)).to.equal(windowSeconds);
    expect(lockedSeconds(seen, new Date(at(540 + windowSeconds).getTime() - 1), signInBound)).to.equal(1);
    expect(lockedSeconds(seen, at(540 + windowSeconds), signInBound)).to.equal(0);
    expect(withTry(seen, at(540 + windowSeconds), signInBound)).to.have.length(1);
  });

  it('lock wherever the fifteen minutes begin: not around the edge of a counted window either', () => {
    const one = [0];
    const eight = Array.from({ length: 8 }, () => windowSeconds - 1);
    const more = Array.from({ length: 9 }, () => windowSeconds + 1);
    expect(tried([...one, ...eight, ...more])).to.have.length(11);
  });

  it('of any run of tries no fifteen minutes hold more than ten', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 120 }), (gaps) => {
        let now = 0;
        const made = tried(gaps.map((gap) => (now += gap % 7 === 0 ? gap : gap % 40)));
        for (const first of made) {
          const within = made.filter((second) => second >= first && second < first + windowSeconds);
          expect(within.length).to.be.at.most(signInBound.most);
        }
      }),
    );
  });

  it('forget one that was right, and what others tried beside it stays', () => {
    const seen = [at(1), at(2), at(2), at(3)];
    expect(withoutTry(seen, at(2))).to.deep.equal([at(1), at(2), at(3)]);
    expect(withoutTry(seen, at(9))).to.deep.equal(seen);
  });
});
