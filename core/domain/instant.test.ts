import { expect } from 'chai';
import fc from 'fast-check';
import { instantForm, instantOf } from './instant.ts';

describe('a time in a request', () => {
  const rows: readonly [string, string | undefined][] = [
    ['2026-11-28T09:00:00Z', '2026-11-28T09:00:00.000Z'],
    ['2026-11-28T09:00Z', '2026-11-28T09:00:00.000Z'],
    ['2026-11-28t09:00:00z', '2026-11-28T09:00:00.000Z'],
    ['2026-11-28T09:00:00.5Z', '2026-11-28T09:00:00.500Z'],
    ['2026-11-28T09:00:00,25Z', '2026-11-28T09:00:00.250Z'],
    ['2026-11-28T09:00:00.123456+00:00', '2026-11-28T09:00:00.123Z'],
    ['2026-11-28T09:00:00.1234567Z', '2026-11-28T09:00:00.123Z'],
    ['2026-11-28T09:00:00.999999999Z', '2026-11-28T09:00:00.999Z'],
    ['2026-11-28T09:00:00.9999999999Z', undefined],
    ['2026-11-28T09:00:00.Z', undefined],
    ['2026-11-28T09:00:00+13:00', '2026-11-27T20:00:00.000Z'],
    ['2026-11-28T09:00:00-0330', '2026-11-28T12:30:00.000Z'],
    ['2026-11-28T09:00:00+01', '2026-11-28T08:00:00.000Z'],
    ['2026-11-28T09:00:00+24:00', undefined],
    ['2026-11-28T09:00:00', undefined],
    ['2026-11-28', undefined],
    ['2026-02-30T09:00:00Z', undefined],
    ['2026-11-28T25:00:00Z', undefined],
    ['2026-11-28 09:00:00Z', undefined],
    [' 2026-11-28T09:00:00Z', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ];
  for (const [text, moment] of rows) {
    it(`${JSON.stringify(text)} is ${moment ?? 'none'}`, () => expect(instantOf(text)?.toISOString()).to.equal(moment));
  }

  it('is cut, never rounded, to milliseconds, with every number of decimals and in every offset', () => {
    const moments = fc.date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    const finer = fc.stringMatching(/^\d{0,6}$/);
    const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });
    fc.assert(
      fc.property(moments, finer, offset, (at, more, minutes) => {
        const local = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
        const size = Math.abs(minutes);
        const text = `${local}${more}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
        expect(instantForm.test(text)).to.equal(true);
        expect(instantOf(text)?.getTime()).to.equal(at.getTime());
      }),
    );
  });
});
