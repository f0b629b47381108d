import { expect } from 'chai';
import { clockTime, dayWords, exactTime, logTime, relativeTime } from './relative-time.ts';

const now = new Date('2026-05-20T12:00:00Z');
const ago = (ms: number, zone = 'UTC') => relativeTime(new Date(now.getTime() - ms), now, zone);

describe('relative time', () => {
  it('counts in the largest unit that fits', () => {
    expect([0, 4_999, 5_000, 59_999, 60_000, 3_599_999, 3_600_000, 86_400_000].map((ms) => ago(ms))).to.deep.equal([
      'just now',
      'just now',
      '5 s ago',
      '59 s ago',
      '1 min ago',
      '59 min ago',
      '1 h ago',
      '1 d ago',
    ]);
  });

  it('looks ahead too', () => {
    expect(ago(-90_000)).to.equal('in 1 min');
  });

  it('names the day of the zone beyond a week, with the year where it is another', () => {
    expect(ago(8 * 86_400_000)).to.equal('12 May');
    expect(ago(8 * 86_400_000, 'Pacific/Kiritimati')).to.equal('13 May');
    expect(ago(365 * 86_400_000)).to.equal('20 May 2025');
  });

  it('tells the exact moment in a named zone, in UTC, and as a log does', () => {
    const at = new Date('2026-01-01T23:04:05.006Z');
    expect(clockTime(at, 'Europe/Berlin')).to.equal('00:04:05.006');
    expect(dayWords(at, 'Europe/Berlin')).to.equal('2 Jan 2026');
    expect(exactTime(at, 'Europe/Berlin')).to.equal(
      '2 Jan 2026, 00:04:05.006 Europe/Berlin · 2026-01-01T23:04:05.006Z',
    );
    expect(logTime(at, now)).to.equal('01-01 23:04:05Z');
    expect(logTime(new Date('2025-12-31T23:59:59.999Z'), at)).to.equal('2025-12-31 23:59:59Z');
  });
});
