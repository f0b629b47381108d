import { expect } from 'chai';
import fc from 'fast-check';
import type { OrganizationId } from './ids.ts';
import { daysAfter, daysIn, isBillable, isUsageDay, meters, type UsageEvent, usageDay, useOf } from './usage.ts';

const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const owner = { organizationId: 'org_1' as OrganizationId, environment: 'test' as const };

describe('usage', () => {
  it('bills live reads, writes and automations', () => {
    expect(meters.filter(isBillable)).to.deep.equal(['read_live', 'write', 'automation_run']);
  });

  it('counts each kind of call by a meter of its own', () => {
    const event = { ...owner, id: 'req_1', connectionId: 'conn_1' as UsageEvent['connectionId'], at: new Date() };
    const used = (['cached_list', 'live_read', 'write', 'automation'] as const).map((call) => useOf(call, event));
    expect(used).to.deep.equal(
      ['read_cached', 'read_live', 'write', 'automation_run'].map((meter) => ({ ...event, meter, quantity: 1 })),
    );
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
