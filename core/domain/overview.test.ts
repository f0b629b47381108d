import { expect } from 'chai';
import { type Bars, barsUntil, byBar, type HourSum, type SumPeriod } from './overview.ts';

const now = new Date('2026-05-02T13:20:00Z');
const always = new Date(0);
const hourMs = 3_600_000;
const told = ({ starts, hours }: Bars) => [
  starts.length,
  ...[starts[0], starts.at(-1), hours[0], hours.at(-1)].map((at) => at?.toISOString().slice(0, 13)),
];

describe('bars of ended work', () => {
  const whole = ['2026-05-02T13', '2026-05-02T13'];
  for (const [period, count, first, last] of [
    ['1h', 2, '2026-05-02T12', whole[0]],
    ['24h', 25, '2026-05-01T13', whole[0]],
    ['7d', 29, '2026-04-25T12', '2026-05-02T12'],
    ['30d', 31, '2026-04-02T00', '2026-05-02T00'],
  ] as const)
    it(`of ${period} end now and begin whole`, () => {
      expect(told(barsUntil(now, period, always))).to.deep.equal([count, first, last, first, whole[1]]);
    });

  it('leave out those of which hours were deleted', () => {
    const kept = new Date('2026-04-30T00:00:01Z');
    expect(told(barsUntil(now, '30d', kept)).slice(0, 2)).to.deep.equal([2, '2026-05-01T00']);
    expect(told(barsUntil(now, '30d', now)).slice(0, 2)).to.deep.equal([1, '2026-05-02T00']);
  });

  it('sum up every hour once', () => {
    for (const period of ['1h', '24h', '7d', '30d'] as SumPeriod[]) {
      const bars = barsUntil(now, period, always);
      const sums = bars.hours.map(
        (hour, i): HourSum => ({ hour, kind: 'operation', outcome: 'failed', count: 2 ** (i % 9) }),
      );
      const seen = byBar(bars, sums, (own) => ({ own }));
      expect(seen.flatMap(({ own }) => own)).to.deep.equal(sums);
      for (const { at, own } of seen)
        for (const { hour } of own) expect(+hour - +at).to.be.within(0, (bars.each - 1) * hourMs);
    }
  });
});
