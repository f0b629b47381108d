import { expect } from 'chai';
import { clockTime, exactTime, relativeTime } from './relative-time.ts';

const now = new Date(2026, 4, 20, 12, 0, 0);
const ago = (ms: number) => relativeTime(new Date(now.getTime() - ms), now);

describe('relative time', () => {
  it('counts in the largest unit that fits', () => {
    expect([0, 4_999, 5_000, 59_999, 60_000, 3_599_999, 3_600_000, 86_400_000].map(ago)).to.deep.equal([
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

  it('names the day beyond a week, with the year where it is another', () => {
    expect(ago(8 * 86_400_000)).to.equal('12 May');
    expect(ago(365 * 86_400_000)).to.equal('20 May 2025');
  });

  it('tells the exact moment in local time and in UTC', () => {
    const at = new Date(2026, 0, 2, 3, 4, 5, 6);
    expect(clockTime(at)).to.equal('03:04:05.006');
    expect(exactTime(at)).to.equal(`2 Jan 2026, 03:04:05.006 local · ${at.toISOString()}`);
  });
});
