import { expect } from 'chai';
import { dayInZone, readDay, readModifiedSince } from './wire-dates.ts';

describe('sandbox dates', () => {
  it('reads a business date in every spelling and nothing else', () => {
    const day = '2026-09-13';
    for (const text of [day, `${day}T10:00:00`, '/Date(1789257600000+0000)/', '/Date(1789257600000)/']) {
      expect(readDay(text), text).to.equal(day);
    }
    for (const text of ['2026-02-30', '13/09/2026', 'soon', '/Date(99999999999999999)/', '/Date(x)/']) {
      expect(readDay(text), text).to.equal(undefined);
    }
  });

  it('reads If-Modified-Since as UTC, cut to the second', () => {
    const expected = Date.UTC(2026, 8, 13, 10, 20, 30);
    for (const text of [
      '2026-09-13T10:20:30',
      '2026-09-13T10:20:30.987Z',
      'Sun, 13 Sep 2026 10:20:30 GMT',
      '2026-09-13T12:20:30+02:00',
    ]) {
      expect(readModifiedSince(text), text).to.equal(expected);
    }
    expect(readModifiedSince('yesterday')).to.equal(undefined);
  });

  it('knows which day it is where the organisation is', () => {
    expect(dayInZone(Date.UTC(2026, 10, 21, 12, 0, 0), 'Pacific/Auckland')).to.equal('2026-11-22');
  });
});
