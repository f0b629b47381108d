import { expect } from 'chai';
import fc from 'fast-check';
import { latestTick } from './schedule.ts';

const rhythm = fc.record({ everyMs: fc.integer({ min: 1, max: 86_400_000 }), offsetMs: fc.nat({ max: 86_400_000 }) });

describe('ticks of a schedule', () => {
  it('fall on the multiples of its interval, moved by its offset', () => {
    const now = new Date('2026-03-01T12:07:30.000Z');
    const minutes = (every: number, offset = 0) =>
      latestTick({ everyMs: every * 60_000, offsetMs: offset * 60_000 }, now)
        .toISOString()
        .slice(11, 19);
    expect([minutes(60), minutes(15), minutes(15, 5), minutes(15, 8)]).to.deep.equal([
      '12:00:00',
      '12:00:00',
      '12:05:00',
      '11:53:00',
    ]);
  });

  it('the latest is never ahead, never an interval behind, and the same until the next', () => {
    fc.assert(
      fc.property(
        rhythm,
        fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
        (given, now) => {
          const at = latestTick(given, now);
          const age = now.getTime() - at.getTime();
          expect(age).to.be.within(0, given.everyMs - 1);
          expect(latestTick(given, new Date(at.getTime() + given.everyMs - 1))).to.deep.equal(at);
          expect(latestTick(given, new Date(at.getTime() - 1))).to.deep.equal(new Date(at.getTime() - given.everyMs));
        },
      ),
    );
  });
});
