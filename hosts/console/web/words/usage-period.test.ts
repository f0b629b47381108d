import { expect } from 'chai';
import { daysOf, periodOf, presets } from './usage-period.ts';

const now = new Date('2026-03-05T23:30:00Z');

describe('usage period', () => {
  it('counts both ends, over the ends of months and years', () => {
    expect(daysOf({ from: '2026-02-27', to: '2026-03-01' })).to.deep.equal(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(daysOf({ from: '2025-12-31', to: '2026-01-01' })).to.have.length(2);
    expect(daysOf({ from: '2026-03-02', to: '2026-03-01' })).to.deep.equal([]);
    expect(daysOf({ from: '2020-01-01', to: '2026-03-01' })).to.deep.equal([]);
  });

  it('takes the address’s days, and 30 where it names none that can be asked for', () => {
    expect(periodOf({ from: '2026-01-01', to: '2026-01-31' }, now)).to.deep.equal({
      from: '2026-01-01',
      to: '2026-01-31',
    });
    for (const query of [{}, { from: 'x', to: 'y' }, { from: '2026-03-09', to: '2026-03-01' }]) {
      const period = periodOf(query as Record<string, string>, now);
      expect(period).to.deep.equal({ from: '2026-02-04', to: '2026-03-05' });
      expect(daysOf(period)).to.have.length(30);
    }
  });

  it('offers periods that can all be asked for', () => {
    for (const preset of presets(now)) expect(daysOf(preset).length, preset.label).to.be.greaterThan(0);
    expect(presets(now).at(-1)).to.include({ from: '2026-02-01', to: '2026-02-28' });
  });
});
