import { expect } from 'chai';
import fc from 'fast-check';
import { wireDate, wireInstant } from './wire-date.ts';

describe('dates of the provider', () => {
  const rows: readonly [unknown, string | null][] = [
    ['/Date(1552262400000+0000)/', '2019-03-11'],
    ['/Date(1580515200000)/', '2020-02-01'],
    ['/Date(1552262400000+1300)/', '2019-03-11'],
    ['/Date(-86400000+0000)/', '1969-12-31'],
    ['2019-03-11T00:00:00', '2019-03-11'],
    ['2019-03-11', '2019-03-11'],
    ['/Date(9999999999999999)/', null],
    ['/Date(x)/', null],
    ['2019-13-40', null],
    ['', null],
    [1552262400000, null],
    [undefined, null],
    [null, null],
  ];
  for (const [value, date] of rows) {
    it(`reads ${JSON.stringify(value)} as ${date}`, () => expect(wireDate(value as string)).to.equal(date));
  }

  it('reads stamps to the millisecond, in UTC where no zone is named', () => {
    const at = (text: string) => wireInstant(text)?.toISOString();
    expect(at('/Date(1789378199123+0000)/')).to.equal('2026-09-14T09:29:59.123Z');
    expect(at('2026-09-14T09:29:59Z')).to.equal('2026-09-14T09:29:59.000Z');
    expect(at('2026-09-14T09:29:59.5165400')).to.equal('2026-09-14T09:29:59.516Z');
    expect(at('2026-09-14T09:29:59+00:00')).to.equal('2026-09-14T09:29:59.000Z');
  });

  it('gives the calendar date whatever the machine’s time zone', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }), (day) => {
        const text = day.toISOString().slice(0, 10);
        expect(wireDate(`/Date(${Date.parse(text)}+0000)/`)).to.equal(text);
      }),
    );
  });
});
