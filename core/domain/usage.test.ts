import { expect } from 'chai';
import fc from 'fast-check';
import { daysAfter, daysIn, isBillable, isUsageDay, meters, usageDay } from './usage.ts';

const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

describe('usage', () => {
  it('bills live reads, writes and automations', () => {
    expect(meters.filter(isBillable)).to.deep.equal(['read_live', 'write', 'provider_request', 'automation_run']);
  });

  it('a day begins at midnight UTC and is never before the day of an earlier moment', () => {
    expect(usageDay(new Date('2026-02-28T23:59:59.999Z'))).to.equal('2026-02-28');
    expect(usageDay(new Date('2026-03-01T00:00:00.000Z'))).to.equal('2026-03-01');
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        expect(isUsageDay(usageDay(one))).to.equal(true);
        if (one <= other) expect(usageDay(one) <= usageDay(other)).to.equal(true);
      }),
    );
  });

  it('knows a day of the calendar', () => {
    for (const wrong of [
      '2026-02-30',
      '2026-2-1',
      '2026-13-01',
      '20260101',
      '',
      '2026-01-01T00:00:00Z',
      '2025-02-29',
    ]) {
      expect(isUsageDay(wrong), wrong).to.equal(false);
    }
    expect(isUsageDay('2028-02-29')).to.equal(true);
  });

  it('counts the days of a period, both ends included', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 1000 }), (at, days) => {
        const from = usageDay(at);
        expect(daysIn({ from, to: daysAfter(from, days) })).to.equal(days + 1);
        expect(daysIn({ from, to: daysAfter(from, -1 - days) })).to.equal(0);
      }),
    );
  });
});
