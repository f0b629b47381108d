import { expect } from 'chai';
import { isId } from '#core/ports';
import { createIdGenerator, createSystemClock } from './index.ts';

describe('system', () => {
  it('moves the clock by the offset', () => {
    const before = Date.now();
    const moved = createSystemClock({ offsetSeconds: 3600 }).now().getTime() - 3_600_000;
    expect(moved).to.be.within(before, Date.now());
  });

  it('makes TypeIDs of UUIDv7 that sort in the order they were made', () => {
    const ids = createIdGenerator();
    const made = Array.from({ length: 20_000 }, () => ids.next('op'));
    expect(made.every((id) => isId('op', id))).to.equal(true);
    expect([...made].sort()).to.eql(made);
    expect(new Set(made).size).to.equal(made.length);
  });

  it('spreads evenly enough over [0, 1)', () => {
    const { spread } = createIdGenerator();
    const numbers = Array.from({ length: 1000 }, spread);
    expect(numbers.every((n) => n >= 0 && n < 1)).to.equal(true);
    expect(numbers.filter((n) => n < 0.5).length).to.be.within(400, 600);
  });
});
