import { expect } from 'chai';
import { bounded, boundedSum, bytes, duration, grouped, percent, plural, short } from './quantity.ts';

describe('quantities', () => {
  it('groups by thousands', () => {
    expect([0, 999, 1000, 1234567].map(grouped)).to.deep.equal(['0', '999', '1,000', '1,234,567']);
  });

  it('says that a count ended at its bound', () => {
    const [cut, whole] = [
      { value: 10_000, at_least: true },
      { value: 9_999, at_least: false },
    ];
    expect([bounded(cut), bounded(whole), bounded(boundedSum([whole, cut]))]).to.deep.equal([
      '10,000+',
      '9,999',
      '19,999+',
    ]);
  });

  it('shortens for axes', () => {
    expect([7, 999, 1000, 1250, 250_000, 3_400_000].map(short)).to.deep.equal([
      '7',
      '999',
      '1k',
      '1.3k',
      '250k',
      '3.4M',
    ]);
  });

  it('tells durations in two units at most', () => {
    expect([0, 85.4, 1200, 60_000, 184_000, 7_500_000].map(duration)).to.deep.equal([
      '0 ms',
      '85 ms',
      '1.2 s',
      '1 min',
      '3 min 4 s',
      '2 h 5 min',
    ]);
  });

  it('tells sizes', () => {
    expect([512, 1500, 20_000_000].map(bytes)).to.deep.equal(['512 B', '1.5 kB', '20 MB']);
  });

  it('never rounds a failure away', () => {
    expect(percent(9999, 10_000)).to.equal('99.9 %');
    expect(percent(1, 100_000)).to.equal('0.1 %');
    expect(percent(10, 10)).to.equal('100 %');
    expect(percent(0, 10)).to.equal('0 %');
    expect(percent(0, 0)).to.equal('–');
  });

  it('counts one and many', () => {
    expect([plural(1, 'delivery', 'deliveries'), plural(2, 'event')]).to.deep.equal(['1 delivery', '2 events']);
  });
});
